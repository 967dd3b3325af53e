/**
 * Frames that tools leave on a stack. This stops a visitor, so nothing that a page may have counts: no name alone, and no
 * address of a page's script. A script of a tool has no address at all (`<anonymous>`), or one that only the tool uses (`pptr:`).
 */
const toolFrames = [
  // Puppeteer's scripts, in Chromium and in Firefox.
  /(?:^|[\s(@])(?:pptr:(?:internal|[$\w]+;)|__puppeteer_evaluation_script__)/u,
  // Playwright's.
  /\b(?:UtilityScript|InjectedScript)\.\w+ \(<anonymous>:\d/u,
  // WebDriver's key of an element, as the drivers of Chromium name their functions after it.
  /\belement-6066-11e4-a52e-4f735466cecf \(<anonymous>:\d/u,
  // What the drivers of Chromium run scripts with.
  /\bexecute(?:Async)?Script \(<anonymous>:\d[\s\S]*\bcallFunction \(<anonymous>:\d/u,
]

/** Whether a tool's own functions are on a stack; a page may make something else than text of it. */
export function isToolStack(stack: unknown): boolean {
  return typeof stack === 'string' && toolFrames.some((frames) => frames.test(stack))
}

/**
 * Whether a script without an address is on a stack of V8: one that a protocol, a bookmark or a developer put into the page, or
 * that another script inserted as text. What a page evaluates names who did so.
 */
export function isUnnamedStack(stack: unknown): boolean {
  return typeof stack === 'string' && /^ +at (?!.*\beval at ).*<anonymous>:\d+:\d+\)?$/mu.test(stack)
}
