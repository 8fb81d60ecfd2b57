"use strict";
// Looks at the page again whenever the store has changed, and puts what is new in its place.
(() => {
  const same = (one, other) => one && other && one.outerHTML === other.outerHTML;
  const heads = ["h1", ".lead", ".spectrum", ".figures"];
  // Part by part, so that what a person is at stays; as a whole if there are more parts now.
  const parts = (page, whole) => [
    ...heads.map((name) => page.querySelector(name)),
    ...(whole ? page.querySelectorAll("main") : page.querySelectorAll("main > *")),
  ];
  // What a person has unfolded stays so.
  const unfolded = (part) => [...part.querySelectorAll("details[open] > summary")]
    .map((summary) => summary.textContent);
  const put = (old, fresh) => {
    const open = unfolded(old);
    const known = [...old.querySelectorAll("details > summary")].map((it) => it.textContent);
    for (const summary of fresh.querySelectorAll("details > summary")) {
      if (known.includes(summary.textContent)) {
        summary.parentElement.open = open.includes(summary.textContent);
      }
    }
    old.replaceWith(document.importNode(fresh, true));
  };
  let busy = false, again = false;
  const look = async () => {
    if (busy) { again = true; return; }
    busy = true;
    try {
      const answer = await fetch("/", { credentials: "same-origin" });
      if (!answer.ok) throw new Error(answer.statusText);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const whole = parts(document, false).length !== parts(page, false).length;
      const now = parts(document, whole), fresh = parts(page, whole);
      now.forEach((part, at) => {
        // Nobody's typing is taken away.
        if (!part || !fresh[at] || same(part, fresh[at])) return;
        if (part.contains(document.activeElement)) return;
        put(part, fresh[at]);
      });
      document.title = page.title;
      document.documentElement.dataset.live = "yes";
    } catch {
      document.documentElement.dataset.live = "no";
    } finally {
      busy = false;
      if (again) { again = false; look(); }
    }
  };
  const source = new EventSource("/events");
  source.addEventListener("changed", look);
  source.addEventListener("open", () => { document.documentElement.dataset.live = "yes"; });
  source.addEventListener("error", () => { document.documentElement.dataset.live = "no"; });
})();
