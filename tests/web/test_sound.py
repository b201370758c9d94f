"""Sound of the table page: off at first, made in the browser, never before the page is touched."""

from typing import Any, Final

from playwright.sync_api import expect

from web.conftest import Enter

COUNT: Final = """
window.made = {contexts: 0, oscillators: 0, noises: 0};
const counted = (name, of) => {
  const original = AudioContext.prototype[name];
  AudioContext.prototype[name] = function (...all) {
    window.made[of] += 1;
    return original.apply(this, all);
  };
};
counted("createOscillator", "oscillators");
counted("createBufferSource", "noises");
window.AudioContext = class extends AudioContext {
  constructor(...all) {
    super(...all);
    window.made.contexts += 1;
  }
};
"""
"""Counts what makes sound."""

PLAY_ALL: Final = """
async (source) => {
  const { play } = await import(source);
  const before = {...window.made};
  for (const one of ["card", "turn", "chips", "win", "lose", "turnYou", "spin"]) play(one);
  return [window.made.noises - before.noises, window.made.oscillators - before.oscillators];
}
"""

PLAY_UNTOUCHED: Final = """
addEventListener("load", async () => {
  const source = document.querySelector("script[type=module]").src.replace("main.js", "sound.js");
  const { play } = await import(source);
  play("win");
  document.body.dataset.played = "yes";
});
"""
"""Plays as the page does; what a test evaluates there counts as a touch."""

SOURCE: Final = "document.querySelector('script[type=module]').src.replace('main.js', 'sound.js')"


def test_sound_is_off_at_first_and_synthesised_once_it_is_on(enter: Enter) -> None:
    page = enter("alice", "/healthz")
    page.add_init_script(COUNT)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.resource_type))
    page.goto("/tables/BJ-07")
    switch = page.locator("#sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    source: Any = page.evaluate(SOURCE)
    assert page.evaluate(PLAY_ALL, source) == [0, 0]
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    noises, oscillators = page.evaluate(PLAY_ALL, source)
    assert noises == 3
    assert oscillators == 8, "two melodies of two tones, one of one, one of three"
    assert page.evaluate("window.made.contexts") == 1
    assert "media" not in loaded
    page.add_init_script(PLAY_UNTOUCHED)
    page.reload()  # it stays on, and waits for a press: a browser complains on the console else
    expect(page.locator("body")).to_have_attribute("data-played", "yes")
    assert page.evaluate("window.made.contexts") == 0
    expect(switch).to_have_attribute("aria-pressed", "true")
