import { hasAutomationGlobals } from './collector/automation-globals.ts'
import { createElementClass } from './element.ts'

/** Put here by the build: tags of the languages that lie beside this script, with blanks between. */
declare const BOLLARD_LANGUAGES: string

const name = 'bollard-captcha'
let globalsAtLoad: boolean | undefined

// The script may be on a page twice; the first one wins.
if (!customElements.get(name)) {
  customElements.define(
    name,
    createElementClass({
      scriptOrigin: new URL(import.meta.url).origin,
      languages: BOLLARD_LANGUAGES.split(' '),
      // Elements that the page came with ask while this runs; where all of them are in minimal data mode, nobody asks.
      globalsAtLoad: () => (globalsAtLoad ??= hasAutomationGlobals(window, window)),
    }),
  )
}
