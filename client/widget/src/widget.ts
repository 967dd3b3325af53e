import { hasAutomationGlobals } from './collector/automation-globals.ts'
import { createElementClass } from './element.ts'
import { ofThisRelease } from './release.ts'
import type * as Unsupported from './unsupported/unsupported.ts'

/** Put here by the build: tags of the languages that lie beside this script, those of two letters without anything between, the others in a list. */
declare const BOLLARD_LANGUAGES: { readonly short: string; readonly long: readonly string[] }

const name = 'bollard-captcha'
let globalsAtLoad: boolean | undefined

const setup = {
  scriptOrigin: new URL(import.meta.url).origin,
  languages: [...(BOLLARD_LANGUAGES.short.match(/../gu) ?? []), ...BOLLARD_LANGUAGES.long],
  // Elements that the page came with ask while this runs; where all of them are in minimal data mode, nobody asks.
  globalsAtLoad: () => (globalsAtLoad ??= hasAutomationGlobals(window, window)),
}

// The script may be on a page twice; the first one wins.
if (!customElements.get(name)) {
  // Safari had all of this last, with version 16.4.
  if (
    'attachInternals' in HTMLElement.prototype &&
    'adoptedStyleSheets' in document &&
    'requestSubmit' in HTMLFormElement.prototype
  ) {
    customElements.define(name, createElementClass(setup))
  } else {
    void import(/* @vite-ignore */ `${setup.scriptOrigin}/widget/unsupported.js${ofThisRelease}`).then(
      ({ createUnsupportedClass }: typeof Unsupported) => {
        if (!customElements.get(name))
          customElements.define(name, createUnsupportedClass(setup.scriptOrigin, setup.languages))
      },
    )
  }
}
