// Lays out what the engine made of a deal, one step at a time. Nothing here knows a rule of the game.
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("deal").textContent);
  const [words, rows, last] = [data.words, data.rows, data.keys.length - 1];
  const [stage, table, slider, eye, end] = ["stage", "table", "slider", "eye", "end"].map(byId);
  const events = [...document.querySelectorAll("#events > ol > li")];
  const places = [...table.querySelectorAll(".place")];
  const rivers = [...table.querySelectorAll(".river")];
  let view = data.views[0];
  let at = 0;

  const make = (tag, kind, ...inside) => {
    const made = document.createElement(tag);
    made.className = kind;
    made.append(...inside);
    return made;
  };

  const svg = (tag, attributes, ...inside) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...inside);
    return made;
  };

  // A card: only its upper end where the style has no room for more. Its name is what is heard.
  const card = (number, kind = "") => svg(
    "svg",
    { class: `c ${kind}`, viewBox: "0 0 100 370", preserveAspectRatio: "xMidYMin slice", role: "img" },
    svg("title", {}, data.names[number]),
    svg("use", { href: `#k${number}` }),
  );

  const back = () => svg(
    "svg",
    { class: "c", viewBox: "0 0 100 370", preserveAspectRatio: "xMidYMin slice", "aria-hidden": "true" },
    svg("use", { href: "#kb" }),
  );

  // Cards of which one of a kind is marked, the last: the winning card, the discard on the table.
  const cards = (row, marked = null, kind = "won") => {
    const place = row.lastIndexOf(marked);
    return row.map((number, index) => card(number, index === place ? kind : ""));
  };

  // Replaces what an element holds, unless it is what it holds already.
  const fill = (element, key, inside) => {
    if (element.dataset.holds === key) return;
    element.dataset.holds = key;
    element.replaceChildren(...inside());
  };

  const showSeat = (place, river, number, from) => {
    const seat = data.seats[number];
    place.classList.toggle("turn", seat.turn);
    place.classList.toggle("hidden-hand", seat.hand === null);
    place.dataset.turn = seat.turn;
    const badges = place.querySelector(".badges");
    badges.replaceChildren(...seat.badges.map(([word, kind]) => make("span", `badge ${kind}`, words[word])));
    place.querySelector(".size").textContent = words[seat.said];
    fill(place.querySelector(".mine"), `${number}`, () => {
      const hidden = Array.from({ length: seat.hidden }, back);
      if (seat.hand === null) return hidden;
      const held = [...cards(rows[seat.hand], seat.won), ...hidden];
      return seat.drawn === null ? held : [...held, card(seat.drawn, "drawn")];
    });
    fill(place.querySelector(".groups"), seat.groups.join(), () => seat.groups.map(
      ([name, row]) => make("li", "group", make("span", "cards", ...cards(rows[row])), make("span", "name", words[name])),
    ));
    const discards = rows[seat.discards];
    fill(river.querySelector(".cards"), `${seat.discards} ${seat.out}`, () => cards(
      discards, seat.out ? discards[discards.length - 1] : null, "out",
    ));
    river.classList.toggle("turn", seat.turn);
    // Who looks sits below, whose turn comes next to the right.
    place.dataset.side = ["below", "right", "left"][(from + 3) % 3];
  };

  const showTable = (number) => {
    table.hidden = number === null;
    if (number === null) return;
    const shown = data.tables[number];
    byId("turn").textContent = words[shown.turn];
    byId("stock").textContent = shown.stock === null ? "" : shown.stock;
    fill(byId("indicators"), `${shown.indicators}`, () => cards(rows[shown.indicators]));
    shown.seats.forEach((seat, index) => showSeat(places[index], rivers[index], seat, index - (view.seat || 0)));
  };

  const showEvent = () => {
    byId("at").textContent = words[view.at[at]];
    byId("told").textContent = words[view.told[at]];
    byId("shown").replaceChildren(...cards(rows[view.cards[at]]));
    byId("found").replaceChildren(...view.found[at].map((word) => make("li", "", words[word])));
    slider.value = at;
    slider.setAttribute("aria-valuetext", words[view.at[at]]);
    for (const event of document.querySelectorAll("#events [aria-current]")) {
      event.removeAttribute("aria-current");
      event.tabIndex = -1; // of the list the key Tab reaches only the event that is shown
    }
    events[at].firstElementChild.setAttribute("aria-current", "step");
    events[at].firstElementChild.tabIndex = 0;
  };

  // Brings the event into the part of the list that is seen, once a frame: it is the browser's layout that takes time.
  let waiting = false;
  const reveal = () => {
    waiting = false;
    const list = events[at].parentElement;
    const above = events[at].offsetTop - list.scrollTop;
    const room = list.clientHeight - events[at].offsetHeight;
    if (above < 0 || above > room) list.scrollTop += above - room / 2;
  };

  const enable = () => {
    const where = { first: 0, before: 0, "mark-before": view.marks[0], last, next: last, "mark-next": view.marks[view.marks.length - 1] };
    for (const [id, limit] of Object.entries(where)) {
      const forward = ["last", "next", "mark-next"].includes(id);
      const off = limit === undefined || (forward ? at >= limit : at <= limit);
      byId(id).setAttribute("aria-disabled", off); // not disabled: it would lose the focus
    }
  };

  const show = (step) => {
    at = Math.min(Math.max(step, 0), last);
    const number = view.tables[at];
    stage.dataset.step = at;
    stage.dataset.key = data.keys[at];
    stage.dataset.seat = view.seat === null ? "" : view.seat;
    showTable(number);
    showEvent();
    enable();
    if (!waiting) requestAnimationFrame(reveal);
    waiting = true;
    if (end) end.hidden = view.seat !== null && !(number !== null && data.tables[number].ended);
  };

  const address = () => `#${data.keys[at]}${view.seat === null || data.views.length === 1 ? "" : `/${view.seat}`}`;

  const go = (step) => {
    show(step);
    try {
      history.replaceState(null, "", address());
    } catch (error) {
      // where a viewer of attachments allows no address, the page has none
    }
  };

  const look = (number) => {
    view = data.views[number];
    if (eye) eye.value = number;
    events.forEach((event, index) => {
      event.querySelector("bdi").textContent = words[view.told[index]];
      event.classList.toggle("faulty", view.found[index].length > 0);
      const found = event.querySelector(".found");
      if (found) found.hidden = view.found[index].length === 0;
    });
  };

  // Goes where the address says; an address that names no step leads nowhere.
  const follow = () => {
    const [key, seat] = location.hash.slice(1).split("/");
    const step = data.keys.indexOf(key);
    const number = data.views.findIndex((one) => `${one.seat === null ? "" : one.seat}` === (seat || ""));
    if (number >= 0 && data.views.length > 1) look(number);
    show(step >= 0 ? step : at);
  };

  const markAfter = () => view.marks.find((mark) => mark > at);
  const markBefore = () => view.marks.filter((mark) => mark < at).pop();
  const or = (step) => (step === undefined ? at : step);
  const leads = {
    first: () => 0,
    before: () => at - 1,
    next: () => at + 1,
    last: () => last,
    "mark-before": () => or(markBefore()),
    "mark-next": () => or(markAfter()),
  };
  for (const [id, to] of Object.entries(leads)) byId(id).addEventListener("click", () => go(to()));
  slider.addEventListener("input", () => go(Number(slider.value)));
  if (eye) eye.addEventListener("change", () => { look(Number(eye.value)); go(at); });
  events.forEach((event, index) => event.firstElementChild.addEventListener("click", (click) => {
    click.preventDefault();
    go(index);
  }));

  const keys = { ArrowLeft: "before", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", (press) => {
    if (press.ctrlKey || press.altKey || press.metaKey || press.defaultPrevented) return;
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(press.target.tagName)) return;
    const key = press.shiftKey ? { ArrowLeft: "mark-before", ArrowRight: "mark-next" }[press.key] : keys[press.key];
    if (!key) return;
    press.preventDefault();
    go(leads[key]());
    if (events.some((event) => event.contains(document.activeElement))) events[at].firstElementChild.focus();
  });
  window.addEventListener("hashchange", follow);

  // An event's number is the page's position from here on, no longer a place to scroll to.
  events.forEach((event) => {
    event.removeAttribute("id");
    event.firstElementChild.tabIndex = -1;
  });
  byId("still").remove();
  document.documentElement.classList.add("stepped");
  stage.hidden = false;
  look(0);
  follow();
})();
