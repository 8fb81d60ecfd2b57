"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  // Storage may be forbidden, as it is for some local files.
  const key = "spektr-theme";
  const remember = (theme) => { try { localStorage.setItem(key, theme); } catch { } };
  const recall = () => { try { return localStorage.getItem(key); } catch { return null; } };
  const saved = recall();
  if (saved === "dark" || saved === "light") root.dataset.theme = saved;
  document.getElementById("theme").addEventListener("click", () => {
    const dark = root.dataset.theme
      ? root.dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
    remember(root.dataset.theme);
  });

  // A link to something folded away unfolds it.
  const reveal = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    if (!target) return;
    const own = target.querySelector(":scope > details");
    if (own) own.open = true;
    for (let at = target; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  for (const panel of document.querySelectorAll(".program, .command")) {
    const code = panel.querySelector("pre");
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(code);
        button.textContent = "Selected";
      }
    });
    panel.append(button);
  }
})();
