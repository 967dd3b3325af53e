/** Evidence is grouped so that tells with one cause do not add up; each group has a cap in `score.ts`. */
export const groups = [
  'declared',
  'tamper',
  'debugger',
  'environment',
  'interaction',
  'network',
  'velocity',
  'work',
  'credential',
] as const
export type Group = (typeof groups)[number]

/** One thing that can speak for or against a visitor. `weight` is in log-odds, positive = bot. */
export interface Check {
  /** Stable, kebab-case: stored with each verification and translated by `packages/i18n/texts/reasons`. */
  readonly code: string
  readonly group: Group
  readonly weight: number
  /** Only hard evidence may stop a visitor; everything else costs at most more work. */
  readonly hard: boolean
}

const hard = (code: string, group: Group, weight: number): Check => ({ code, group, weight, hard: true })
const soft = (code: string, group: Group, weight: number): Check => ({ code, group, weight, hard: false })

/** Positions below never change within a version; the hot path's stored figures name codes, not positions. */
export const catalogueVersion = 2

/** What the widget looks at; the position is the bit in `ran` and `fired`, and 64 is the most there may be. */
export const clientChecks: readonly Check[] = [
  hard('webdriver', 'declared', 5),
  hard('headless-user-agent', 'declared', 5),
  hard('automation-globals', 'declared', 5),
  hard('automation-stack', 'declared', 5),
  soft('webdriver-hidden', 'tamper', 3),
  soft('worker-contradiction', 'tamper', 3),
  soft('frame-contradiction', 'tamper', 3),
  soft('early-frame-lie', 'tamper', 3),
  soft('native-function-lie', 'tamper', 2.5),
  soft('proxy-lie', 'tamper', 2.5),
  soft('navigator-own-keys', 'tamper', 2.5),
  soft('navigator-contradiction', 'tamper', 2.5),
  soft('engine-contradiction', 'tamper', 2.5),
  soft('debugger-protocol', 'debugger', 2),
  soft('console-cost', 'debugger', 0.7),
  hard('no-layout', 'environment', 4.5),
  soft('no-worker', 'environment', 0.7),
  soft('instant-frames', 'environment', 1),
  soft('small-screen', 'environment', 0.7),
  soft('emulated-viewport', 'environment', 0.7),
  soft('window-smaller-than-page', 'environment', 0.5),
  soft('page-larger-than-screen', 'environment', 0.3),
  soft('screen-orientation', 'environment', 0.5),
  soft('event-geometry', 'environment', 0.5),
  soft('missing-chrome-object', 'environment', 0.7),
  soft('no-plugins', 'environment', 0.5),
  soft('notification-contradiction', 'environment', 0.7),
  soft('no-pointing-device', 'environment', 0.7),
  // Noted and never counted: keyboard extensions and assistive technology click so.
  soft('untrusted-click', 'interaction', 0),
  soft('dead-centre-click', 'interaction', 0.7),
  soft('instant-press', 'interaction', 0.5),
  soft('short-key-hold', 'interaction', 0.5),
  soft('inhuman-typing', 'interaction', 0.7),
  soft('even-typing', 'interaction', 0.5),
  soft('shift-missing', 'interaction', 2.4),
  soft('incomplete-key', 'interaction', 2.4),
  soft('fractional-pointer', 'interaction', 2.4),
  soft('straight-path', 'interaction', 0.4),
  soft('never-coalesced', 'interaction', 0.4),
  soft('screen-equals-client', 'interaction', 0.5),
  soft('focus-without-cause', 'interaction', 0.3),
  soft('input-without-keys', 'interaction', 0.2),
  soft('instant-form', 'interaction', 0.5),
  soft('honeypot-filled', 'interaction', 1.5),
  soft('artificial-touch', 'interaction', 0.7),
  soft('real-pointer-movement', 'interaction', -0.7),
  soft('coalesced-movement', 'interaction', -0.3),
  soft('real-touch-movement', 'interaction', -0.5),
  // Noted and never counted: password managers and speech send forms so, and hands are emptied with each token.
  soft('form-without-hands', 'interaction', 0),
  soft('fractional-time', 'interaction', 0.7),
  soft('text-at-once', 'interaction', 0.4),
  soft('made-up-keys', 'interaction', 2.4),
  soft('unnamed-script', 'interaction', 2.4),
]

/** What the service sees by itself; the position is the bit of a 31-bit number. */
export const serverChecks: readonly Check[] = [
  hard('headless-header', 'declared', 5),
  hard('http-client', 'declared', 5),
  hard('empty-user-agent', 'declared', 4),
  soft('client-hints-contradiction', 'network', 3),
  soft('missing-client-hints', 'network', 2),
  soft('missing-browser-headers', 'network', 2.5),
  soft('wrong-browser-headers', 'network', 2.5),
  soft('odd-user-agent', 'network', 1),
  hard('collector-missing', 'declared', 4.5),
  soft('collector-incomplete', 'tamper', 2.5),
  soft('user-agent-changed', 'tamper', 3),
  hard('work-wrong', 'work', 6),
  soft('work-too-fast', 'work', 2.5),
  soft('busy-network', 'velocity', 0.7),
  soft('flooding-network', 'velocity', 1.5),
  hard('collector-forged', 'declared', 4.5),
  soft('tls-contradiction', 'network', 3),
  soft('http2-contradiction', 'network', 2.5),
  soft('header-order', 'network', 1.5),
  soft('hosting-network', 'network', 0.7),
  soft('vpn-network', 'network', 0.3),
  soft('tor-network', 'network', 0.5),
  hard('declared-crawler', 'declared', 4.5),
  soft('busy-operator', 'velocity', 0.5),
  soft('misused-challenges', 'velocity', 1.5),
  soft('network-changed', 'network', 0.2),
  soft('device-too-fast', 'work', 1.5),
  soft('private-access-token', 'credential', -3),
  soft('web-bot-auth', 'credential', -3),
]

/**
 * What the service concludes from visits before this one and from what this one computed; the position is the bit of a
 * 16-bit number, carried through a step-up in the challenge.
 */
export const conductChecks: readonly Check[] = [
  soft('engine-wrong', 'work', 2.5),
  soft('engine-missing', 'work', 2.5),
  soft('layout-unknown', 'tamper', 2.5),
  soft('interaction-repeated', 'interaction', 2.5),
  soft('many-tokens-of-page', 'work', 2.4),
  soft('engine-doubtful', 'work', 1.5),
]

/** Bits of `conductChecks`. */
export const conductSignal = {
  /** A program of the engine proof whose answer is known was answered otherwise. */
  engineWrong: 1 << 0,
  /** No answer came although the browser that the request names can give one. */
  engineMissing: 1 << 1,
  /** Verdicts are written in the layout of no build that was served lately. */
  layoutUnknown: 1 << 2,
  /** The same movements, keys or presses came with an earlier token. */
  interactionRepeated: 1 << 3,
  /** Several tokens of one opened page were redeemed within an hour. */
  manyTokensOfPage: 1 << 4,
  /** As `engineWrong`, of an engine that has not agreed for long. */
  engineDoubtful: 1 << 5,
} as const

/**
 * What the score concludes from several findings together. The hard ones are conjunctions that no innocent
 * cause is known to bring about together (`conclude.ts`), and so they are hard evidence although their parts are not.
 */
export const derivedChecks = [
  soft('consistent-browser', 'environment', -0.2),
  hard('scripted-hands', 'interaction', 3),
  hard('driven-browser', 'debugger', 3),
  hard('doctored-browser', 'tamper', 2),
  hard('disguised-browser', 'tamper', 2),
  soft('remote-pointer', 'debugger', 1.5),
] as const

/** Bits of `serverChecks` that the service sets from what it knows itself, beside those of `judgeRequest`. */
export const serverSignal = {
  headlessHeader: 1 << 0,
  httpClient: 1 << 1,
  emptyUserAgent: 1 << 2,
  clientHintsContradiction: 1 << 3,
  missingClientHints: 1 << 4,
  missingBrowserHeaders: 1 << 5,
  wrongBrowserHeaders: 1 << 6,
  oddUserAgent: 1 << 7,
  /** The answer came without verdicts although they were asked for: something did the work that runs no browser. */
  collectorMissing: 1 << 8,
  /** Verdicts came, but without checks that run in every browser. `scoreVerification` sees this by itself. */
  collectorIncomplete: 1 << 9,
  /** Start and answer of one verification named different browsers. */
  userAgentChanged: 1 << 10,
  workWrong: 1 << 11,
  /** The answer came sooner than any visitor's device could have found it. */
  workTooFast: 1 << 12,
  /** Many verifications from this network, or very many. */
  busyNetwork: 1 << 13,
  floodingNetwork: 1 << 14,
  /** Verdicts came that were not made for this challenge: copied from another one, or made up. */
  collectorForged: 1 << 15,
  /** How the connection was made does not fit the browser that the request names; only where TLS ends here. */
  tlsContradiction: 1 << 16,
  http2Contradiction: 1 << 17,
  headerOrder: 1 << 18,
  hostingNetwork: 1 << 19,
  vpnNetwork: 1 << 20,
  torNetwork: 1 << 21,
  declaredCrawler: 1 << 22,
  /** Many verifications from all networks of one operator that houses servers. */
  busyOperator: 1 << 23,
  /** Wrong, repeated or forged answers came from this network lately. */
  misusedChallenges: 1 << 24,
  /** Start and answer came from different networks, as on a phone that leaves the house. */
  networkChanged: 1 << 25,
  /** The work was done faster than the kind of device that the request names can do it. */
  deviceTooFast: 1 << 26,
  /** An issuer that the site trusts vouches for a person's device. */
  privateAccessToken: 1 << 27,
  /** A bot that the site welcomes has signed its request. */
  webBotAuth: 1 << 28,
} as const

/**
 * What the budgets of the service did to the work of a visitor; stored beside the evidence with weight 0 and the bits of work.
 * They never score.
 */
export const volumeCodes = [
  'network-budget',
  'operator-budget',
  'site-budget',
  'site-under-attack',
  'similar-visitors',
] as const
export type VolumeCode = (typeof volumeCodes)[number]

/** Said of visitors whom nobody judged, since the service was away; with weight 0. */
export const failoverCode = 'failover'

/** Said of probes of our own monitoring, which are no visitors; with weight 0. */
export const probeCode = 'probe'

/** Checks that run wherever the widget runs; verdicts without them were not made by it. */
export const alwaysRunning = ['webdriver', 'headless-user-agent', 'automation-globals', 'no-layout'] as const

const groupByCode = new Map<string, Group>([
  ...[...clientChecks, ...serverChecks, ...conductChecks, ...derivedChecks].map(
    ({ code, group }) => [code, group] as const,
  ),
  ...volumeCodes.map((code) => [code, 'velocity'] as const),
  [failoverCode, 'credential'],
  [probeCode, 'credential'],
])

/** The group of a reason code; codes of an older catalogue count as `environment`. */
export function groupOf(code: string): Group {
  return groupByCode.get(code) ?? 'environment'
}
