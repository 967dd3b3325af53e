import { type Spoken, english } from './texts.ts'
import { createField, type Field } from './form/field.ts'
import { watchForms } from './form/watch-form.ts'
import type * as Placing from './placement/placement.ts'
import { createSiteSide } from './settings/site-side.ts'
import type { State } from './state.ts'
import { createView } from './view/create-view.ts'
import { isDark, isDarkByPage, watchTheme } from './view/theme.ts'
import { type VisitorWatch, watchVisitor } from './collector/watch-visitor.ts'
import { check } from './check-visitor.ts'
import { type Checking, type CheckingPorts, createChecking } from './checking/create-checking.ts'
import type { Outcome } from './checking/outcome.ts'
import { pause } from './pause.ts'
import { ofThisRelease } from './release.ts'
import { startOf } from './verification/start-of.ts'

/** Another site, or another purpose, needs another token. */
const purposes = ['sitekey', 'api-url', 'action']

export interface WidgetSetup {
  /** Origin that this script came from. */
  readonly scriptOrigin: string
  /** BCP 47 tags of the languages that the API has. */
  readonly languages: readonly string[]
  /** Whether a tool had left its names on the page when the first widget came. */
  readonly globalsAtLoad: () => boolean
}

/** What happens inside an element. */
export interface Widget {
  readonly checking: Checking
  readonly field: Field
  /** Starts the check as the visitor or the page asks for it. */
  begin(): void
  execute(): Promise<string>
  connect(): void
  /** The element stands elsewhere, maybe in another form. */
  moved(): void
  /** The element belongs to another form, or to the first one of all. */
  joined(): void
  leave(): void
  changed(attribute: string): void
  formReset(): void
  redraw(): void
}

/** The name of the form field with the token; empty where there shall be none. */
export function fieldNameOf(host: Element): string {
  return host.getAttribute('name') ?? 'bollard-response'
}

export function createWidget(host: HTMLElement, { scriptOrigin, languages: tags, globalsAtLoad }: WidgetSetup): Widget {
  /** Made by a script it stands nowhere yet; what the parser makes while it reads the page does neither. */
  const cameWithPage = host.isConnected || document.readyState === 'loading'
  let shown: State['kind'] = 'ready'
  let dark = false
  let connected: AbortController | undefined
  /** Undefined in minimal data mode. */
  let watch: VisitorWatch | undefined
  /** The service has said that it wants no verdicts for this site. */
  let siteIsMinimal = false
  /** Nothing is looked at yet, as the owner may want nothing to be looked at. */
  let waits = false
  let visitorsLanguages: readonly string[] = []
  let spoken: Spoken = { language: 'en', isRightToLeft: false, texts: english }

  /** Undefined where the widget simply stands in its place. */
  let placement: Placing.Placement | undefined
  let loading: Promise<void> | undefined

  const own = (attribute: string) => host.getAttribute(attribute)
  /** Whether the page asks that nothing of the visitor's browser be looked at, not even for the looks of the widget. */
  const isMinimal = () => host.hasAttribute('minimal-data')
  const isOnPage = () => connected?.signal.aborted === false
  const isDisabled = () => host.matches(':disabled')
  /** Whether the form is none of the widget's business. */
  const isAside = () => host.hasAttribute('passive') || isDisabled()
  const startsByItself = () => own('autostart') !== 'off'
  const siteKey = () => own('sitekey') ?? ''
  const api = () => (own('api-url') ?? scriptOrigin).replace(/\/+$/u, '')

  const site = createSiteSide({ host, api, tags, onChange: ownerChanged })
  const field = createField(host)
  const checking = createChecking({
    check: checkVisitor,
    hold: (token) => field.set(fieldNameOf(host), token),
    show({ kind }) {
      const isKnown = kind === shown
      shown = kind
      if (isKnown) draw()
      else drawAnew()
    },
    tell: (event, detail) =>
      host.dispatchEvent(new CustomEvent(`bollard-${event}`, { bubbles: true, composed: true, detail })),
    renewsByItself: () => !/^(?:manual|never)$/u.test(own('refresh') ?? '') && !document.hidden,
    now: Date.now,
    wait: pause,
  })
  const forms = watchForms(host, {
    onTouch(event) {
      endWait(event)
      watch?.touched()
      checking.touched()
      // In minimal data mode nothing else tells that somebody is there.
      checking.active()
      const { kind } = checking.state
      if (startsByItself() && !isDisabled() && (kind === 'ready' || (kind === 'expired' && own('refresh') !== 'never')))
        checking.start(true)
    },
    onSubmit(sendAgain) {
      if (isAside()) return undefined
      endWait()
      return checking.maySend(sendAgain)
    },
    onHeldBack: checking.notSent,
    onData: (data) => isDisabled() || field.addTo(data),
  })
  const view = createView(host, () => checking.state.kind === 'refused' || begin())

  function begin(): void {
    endWait()
    checking.start()
  }

  async function checkVisitor({
    signal,
    byTouch,
    onProgress,
    onCountdown,
  }: Parameters<CheckingPorts['check']>[0]): Promise<Outcome> {
    const result = await check({
      api: api(),
      start: startOf(host, { language: spoken.language, path: watch && location.pathname }),
      solver: own('solver'),
      container: view.root,
      visitor: watch?.visitor,
      byTouch,
      signal,
      onProgress,
      onCountdown,
      onMinimalData() {
        siteIsMinimal = true
        beginWatch()
      },
    })
    if (result.status === 'passed') watch?.empty()
    if (result.status !== 'failed') return result
    const { code, problem, outage } = result
    return { status: 'failed', code, problem, failover: outage ? await site.failoverToken(siteKey(), outage) : '' }
  }

  async function askSettings(): Promise<void> {
    waits = true
    // Angular puts the element into the page first, and gives it its attributes then.
    await undefined
    if (await site.ask(api(), siteKey())) endWait()
  }

  function endWait(by?: Event): void {
    if (!waits) return
    waits = false
    if (!watch) beginWatch(by)
  }

  /** The owner's settings or script have come. */
  function ownerChanged(): void {
    if (!isOnPage()) return
    siteIsMinimal ||= site.wishes().minimalData
    // What was seen until now is lost with it, so the watch goes on where nothing is against it.
    if (watch && (siteIsMinimal || !site.wishes().honeypot)) beginWatch()
    drawAnew()
  }

  /** Begins to watch the visitor, with the event that is the reason, or stops and forgets it all, as the mode is now. */
  function beginWatch(by?: Event): void {
    watch?.stop()
    const watches = isOnPage() && !waits && !isMinimal() && !siteIsMinimal
    watch = watches
      ? watchVisitor(host, {
          globalsAtLoad: globalsAtLoad(),
          cameWithPage,
          by,
          honeypot: site.wishes().honeypot,
          submitted: () => checking.isAwaited,
          onActivity: checking.active,
        })
      : undefined
  }

  /** Asking the page for its colours makes the browser work out its styles, which no step of the bar is worth. */
  function drawAnew(): void {
    const { theme } = site.wishes()
    dark = isMinimal() ? isDarkByPage(theme, host) : isDark(theme, host)
    const languages = [
      own('language'),
      host.closest('[lang]')?.getAttribute('lang'),
      document.documentElement.lang,
      ...visitorsLanguages,
    ]
    spoken = site.dress({ root: view.root, box: view.box, dark, languages })
    draw()
  }

  function draw(): void {
    const { state } = checking
    const disabled = isDisabled()
    view.show({
      state,
      spoken,
      wishes: site.wishes(),
      startsByItself: startsByItself(),
      dark,
      disabled,
      waiting: !site.settled,
    })
    if (site.wishes().badge || host.matches('[size=compact],[floating],[data-validate] *')) loadPlacement()
    placement?.show(state.kind, site.wishes().badge, startsByItself())
    // Where the check starts by itself, sending the form starts it too; only then may the form be sent before.
    const blocks = !isAside() && (state.kind === 'refused' || (!startsByItself() && state.kind === 'ready'))
    field.setProblem(blocks ? spoken.texts.required || english.required : '', view.button)
  }

  /**
   * Its script has the fields of forms with `data-validate` validated too. Until it has come nothing is shown, so that nothing jumps;
   * without it the widget stands where it is.
   */
  function loadPlacement(): void {
    if (placement) return
    view.box.hidden = true
    loading ??= import(/* @vite-ignore */ `${api()}/widget/placement.js${ofThisRelease}`)
      .then(
        ({ createPlacement }: typeof Placing) =>
          createPlacement({ host, root: view.root, box: view.box, formOf: field.form }),
        () => ({ show() {} }),
      )
      .then((made) => {
        placement = made
        view.box.hidden = false
        draw()
      })
  }

  function moved(): void {
    forms.follow(field.form())
    drawAnew()
  }

  return {
    checking,
    field,
    begin,
    execute() {
      endWait()
      return checking.execute()
    },
    connect() {
      // Moved within the page: a token is still good.
      if (isOnPage()) {
        checking.resume()
        return moved()
      }
      connected = new AbortController()
      const { signal } = connected
      const asked = askSettings()
      visitorsLanguages = []
      if (!isMinimal()) {
        visitorsLanguages = navigator.languages
        watchTheme(drawAnew, signal)
      }
      // A page brought back from the history still shows a token that was used.
      addEventListener('pageshow', (event) => event.persisted && checking.reset(), { signal })
      document.addEventListener('visibilitychange', checking.expireIfDue, { signal })
      moved()
      if (own('autostart') === 'load') void asked.then(() => isOnPage() && begin())
    },
    moved: () => isOnPage() && moved(),
    // Browsers say so right after the element has come too, so this must not make them work out the page's styles once more.
    joined() {
      if (!isOnPage()) return
      forms.follow(field.form())
      draw()
    },
    leave() {
      connected?.abort()
      forms.stop()
      watch?.stop()
      watch = undefined
      waits = false
      checking.stop()
      shown = 'ready'
    },
    changed(name) {
      if (!connected) return
      if (purposes.includes(name)) {
        if (name !== 'action') {
          // Another site may want verdicts again.
          siteIsMinimal = false
          void askSettings()
        }
        checking.reset()
      }
      if (name === 'name') field.set(fieldNameOf(host), checking.token)
      if (name === 'minimal-data' || name === 'honeypot') beginWatch()
      drawAnew()
    },
    formReset() {
      watch?.formReset()
      checking.reset()
    },
    redraw: () => isOnPage() && draw(),
  }
}
