// A table that is wider than its page scrolls: the keyboard reaches it (WCAG 2.1.1).
"use strict";

(() => {
  const sizes = new ResizeObserver((seen) => seen.forEach(({target}) => reach(target)));

  function reach(part) {
    if (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }

  // On a phone the lab shows each row as a card, whose cells say their columns.
  function name(table) {
    const heads = [...table.querySelectorAll("thead tr:last-child th")].map((head) => head.textContent.trim());
    for (const row of table.querySelectorAll("tbody tr")) {
      [...row.children].forEach((cell, place) => {
        const head = row.children.length === heads.length && cell.textContent.trim() ? heads[place] : "";
        if (cell.dataset.name !== head) cell.dataset.name = head;
      });
    }
  }

  new MutationObserver(() => {
    document.querySelectorAll(".uc-lab .q-table").forEach(name);
    for (const part of document.querySelectorAll(".q-table__middle")) {
      sizes.observe(part);
      reach(part);
    }
    // Quasar leaves the head of a column of single choices empty.
    for (const head of document.querySelectorAll(".q-table thead th.q-table--col-auto-width")) {
      if (!head.textContent.trim()) head.textContent = "Choose";
    }
  }).observe(document.documentElement, {childList: true, subtree: true});
})();
