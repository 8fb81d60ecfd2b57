(() => {
  const selectors = ["#plot-findings-wide", "#plot-findings-narrow", "#plot-throughput-wide",
    "#plot-throughput-narrow", ".spectrum svg", ".stack", ".bars .bar", "table", ".program pre",
    ".effect .right pre", ".effect .found pre", ".commands", ".diff", "h1", ".bug"];
  const areas = {};
  for (const selector of selectors) {
    areas[selector] = [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect())
      .map((box) => [box.x, box.y + scrollY, box.width, box.height].map(Math.round));
  }
  // What sticks out, outermost first; what scrolls by itself may hold anything.
  const scrolls = (element) => getComputedStyle(element).overflowX !== "visible";
  const sticking = [];
  const look = (element) => {
    if (element.getBoundingClientRect().right > innerWidth + 1) sticking.push(element.className || element.tagName);
    if (!scrolls(element)) [...element.children].forEach(look);
  };
  look(document.body);
  const measures = {
    sticking: sticking.slice(0, 8),
    areas,
    inner_width: innerWidth,
    scroll_width: document.documentElement.scrollWidth,
    page_height: Math.ceil(document.body.getBoundingClientRect().bottom + scrollY),
    hacked: window.hacked ? 1 : 0,
    foreign: document.querySelectorAll("img, iframe, object, embed, link, form").length,
    scripts: document.scripts.length,
  };
  const place = document.createElement("template");
  place.id = "measures";
  place.content.append(JSON.stringify(measures));
  document.body.append(place);
})();
