import type { Outage } from '../api/failure.ts'
import type * as Owner from '../owner/owner.ts'
import { askOnce } from '../ask-once.ts'
import { chooseLanguage, withRegion } from '../languages/choose-language.ts'
import { createTexts } from '../languages/create-texts.ts'
import { pause } from '../pause.ts'
import { english, type Spoken } from '../texts.ts'
import { ofThisRelease } from '../release.ts'
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

/** Of the languages that lie beside the script; a test sees to it. */
export const rightToLeft = /^(?:ar|fa|he|ur)$/u

/** So long nothing is looked at, in case the owner wants nothing to be looked at. */
const patienceMs = 250

interface SiteSideInput {
  readonly host: Element
  /** Origin of the API, where the files of the widget lie. */
  readonly api: () => string
  /** Tags of the languages that lie there. */
  readonly tags: readonly string[]
  /** Settings have come, or what they need has. */
  readonly onChange: () => void
}

/** What the website's owner wants of one widget. */
export function createSiteSide({ host, api, tags, onChange }: SiteSideInput): SiteSide {
  let settings: unknown
  let latest: Promise<unknown> | undefined
  /** What is needed only where owners want something of their own. */
  let owner: Owner.Owner | undefined
  let loading: Promise<Owner.Owner | undefined> | undefined
  const folder = () => `${api()}/widget/languages`
  const textsOf = createTexts({ english, folder, onChange })
  const wishes = () => wishesOf(host, settings)
  const loadOwner = () =>
    (loading ??= import(/* @vite-ignore */ `${api()}/widget/owner.js${ofThisRelease}`).then(
      (script: typeof Owner) => {
        owner = script.createOwner({ folder, tags, textsOf, onChange })
        onChange()
        return owner
      },
      () => (loading = undefined),
    ))
  const side = {
    settled: false,
    wishes,
    async ask(api: string, siteKey: string) {
      const asked = (latest = askOnce(`${api}/captcha/v1/widget-settings/${encodeURIComponent(siteKey)}`))
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
      if (owner) return owner.dress({ root, box, dark, badge, design, translations, test, languages })
      const language = chooseLanguage(languages, tags)
      return {
        language: withRegion(language, languages),
        isRightToLeft: rightToLeft.test(language),
        texts: textsOf(language),
      }
    },
    async failoverToken(siteKey: string, reason: Outage) {
      const script = wishes().failover ? await loadOwner() : undefined
      return (
        script?.failoverToken({ siteKey, at: new Date(), id: crypto.getRandomValues(new Uint8Array(16)), reason }) ?? ''
      )
    },
  }
  return side
}
