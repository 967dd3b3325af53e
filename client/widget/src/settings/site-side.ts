import type { Outage } from '../api/failure.ts'
import type * as Owner from '../owner/owner.ts'
import { pause } from '../pause.ts'
import { chooseLanguage, ownTexts, type Spoken, textsOf } from '../texts.ts'
import { askSettings } from './ask-settings.ts'
import { type Wishes, wishesOf } from './wishes-of.ts'

interface SiteSide {
  /** Whether the service has answered, or will not. */
  readonly settled: boolean
  /** Asks for the settings of a site. Resolves when they have come or it took too long, to whether they are still of interest. */
  ask(api: string, siteKey: string): Promise<boolean>
  wishes(): Wishes
  /** Paints the widget and words its texts as its owner wants them, as far as that has come; what is missing is fetched. */
  dress(undressed: Undressed): Spoken
  /** What the form may be sent with in an outage; empty where the owner does not want that. */
  failoverToken(siteKey: string, reason: Outage): Promise<string>
}

interface Undressed {
  readonly root: ShadowRoot
  readonly box: HTMLElement
  readonly dark: boolean
  /** Languages wished for, the dearest first. */
  readonly languages: readonly (string | null | undefined)[]
}

/** So long nothing is looked at, in case the owner wants nothing to be looked at. */
const patienceMs = 250

/** What the website's owner wants of one widget. `onChange` is called when settings have come, and when what they need has. */
export function createSiteSide(host: Element, scriptOrigin: string, onChange: () => void): SiteSide {
  let settings: unknown
  let latest: Promise<unknown> | undefined
  /** What is needed only where owners want something of their own. */
  let owner: typeof Owner | undefined
  let loading: Promise<typeof Owner | undefined> | undefined
  const wishes = () => wishesOf(host, settings)
  const loadOwner = () =>
    (loading ??= import(/* @vite-ignore */ `${scriptOrigin}/widget/owner.js`).then(
      (script: typeof Owner) => {
        owner = script
        onChange()
        return script
      },
      () => (loading = undefined),
    ))
  const side = {
    settled: false,
    wishes,
    async ask(api: string, siteKey: string) {
      const asked = (latest = askSettings(api, siteKey))
      settings = null
      side.settled = false
      const came = asked.then((answer) => {
        if (latest !== asked) return
        settings = answer
        side.settled = true
        onChange()
      })
      await Promise.race([came, pause(patienceMs)])
      return latest === asked
    },
    dress({ root, box, dark, languages }: Undressed) {
      const { design, translations, test, failover, badge } = wishes()
      if (failover || (design ?? translations ?? test)) void loadOwner()
      const language = chooseLanguage(languages)
      if (!owner) return { language, texts: textsOf(language) }
      owner.paintDesign({ box, design, dark, badge })
      const spoken = owner.speak({ languages, translations, own: ownTexts })
      owner.showTestNote(root, test, spoken.language)
      return spoken
    },
    async failoverToken(siteKey: string, reason: Outage) {
      const script = wishes().failover ? await loadOwner() : undefined
      return script?.failoverToken({ siteKey, at: new Date(), id: crypto.getRandomValues(new Uint8Array(16)), reason }) ?? ''
    },
  }
  return side
}
