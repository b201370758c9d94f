// A table that is wider than its page scrolls: the keyboard reaches it (WCAG 2.1.1).
"use strict";

(() => {
  const sizes = new ResizeObserver((seen) => seen.forEach(({target}) => reach(target)));

  function reach(part) {
    if (part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight) part.tabIndex = 0;
    else part.removeAttribute("tabindex");
  }

  new MutationObserver(() => {
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
