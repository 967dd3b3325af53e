import { hasAutomationGlobals } from './collector/automation-globals.ts'
import { createElementClass } from './element.ts'

const name = 'bollard-captcha'

// The script may be on a page twice; the first one wins.
if (!customElements.get(name)) {
  customElements.define(name, createElementClass({ scriptOrigin: new URL(import.meta.url).origin, globalsAtLoad: hasAutomationGlobals(window, window) }))
}
