/** What kind of bots it is, from those that hide nothing to those that no page can see. */
export const botClasses = ['default', 'agents', 'stealth', 'os-input', 'protocol', 'dom-emulator', 'farm'] as const
export type BotClass = (typeof botClasses)[number]

/** How one visit is varied from run to run, all drawn from the run's seed. */
export interface Variation {
  /** With a window, where the stack can do both. */
  readonly headed: boolean
  readonly viewport: { readonly width: number; readonly height: number }
  /** 0.5 … 2, multiplies the visitor's pauses. */
  readonly pace: number
  /** A user agent override for stacks that set one (genuine current Chrome, this browser's version). */
  readonly userAgent: string | null
  /** Seeded, uniform over [0, 1). */
  readonly random: () => number
}

/** Everything one visit is given. */
export interface VisitInput {
  /** The protected form's address, already carrying ?visit=<id>. */
  readonly url: string
  /** ':99', an Xvfb with a window manager, for headed visitors. */
  readonly display: string
  readonly variation: Variation
  /** An empty folder for this visit, removed afterwards. */
  readonly profile: string
  /** The time is over: kill what was started. */
  readonly signal: AbortSignal
}

/** One stack, or one person at a browser, that fills the protected form. */
export interface Visitor {
  /** Unique over bots and genuine visitors, such as 'puppeteer-headless'. */
  readonly id: string
  readonly kind: 'bot' | 'genuine'
  /** Bots only; null for genuine visitors. */
  readonly class: BotClass | null
  /** 'puppeteer', 'playwright', 'selenium', 'firefox', … */
  readonly stack: string
  /** Bots only: checks may be chosen on the seen half only; the other was written without sight of them. Null for genuine visitors. */
  readonly half: 'seen' | 'unseen' | null
  readonly describe: string
  /** How many forms it wants to send with a token each; one where this is left out. */
  readonly wants?: number
  /**
   * Fills the form as this visitor does, presses the button, waits until the form's page says it is
   * done (window title starts with "done") or the widget refused. A rejection means that the visitor
   * itself broke, which is never counted as detected.
   */
  visit(input: VisitInput): Promise<void>
}
