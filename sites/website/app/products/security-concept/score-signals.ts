export type SignalGroup =
  | 'declared'
  | 'tamper'
  | 'debugger'
  | 'environment'
  | 'interaction'
  | 'network'
  | 'velocity'
  | 'work'
  | 'credential'

interface ScoreSignals {
  group: SignalGroup
  /** The most that the group counts for a person, and against one, in log-odds. Conclusive signals may exceed it. */
  min: number
  max: number
  signals: readonly { code: string; weight: number; conclusive?: true }[]
}

/** Everything that the score is made of, as `packages/bot-score` has it; a test compares the two. */
export const scoreSignals: readonly ScoreSignals[] = [
  {
    group: 'declared',
    min: 0,
    max: 6,
    signals: [
      { code: 'webdriver', weight: 5, conclusive: true },
      { code: 'headless-user-agent', weight: 5, conclusive: true },
      { code: 'automation-globals', weight: 5, conclusive: true },
      { code: 'automation-stack', weight: 5, conclusive: true },
      { code: 'headless-header', weight: 5, conclusive: true },
      { code: 'http-client', weight: 5, conclusive: true },
      { code: 'empty-user-agent', weight: 4, conclusive: true },
      { code: 'collector-missing', weight: 4.5, conclusive: true },
      { code: 'collector-forged', weight: 4.5, conclusive: true },
      { code: 'declared-crawler', weight: 4.5, conclusive: true },
    ],
  },
  {
    group: 'tamper',
    min: 0,
    max: 3,
    signals: [
      { code: 'webdriver-hidden', weight: 3 },
      { code: 'worker-contradiction', weight: 3 },
      { code: 'frame-contradiction', weight: 3 },
      { code: 'early-frame-lie', weight: 3 },
      { code: 'native-function-lie', weight: 2.5 },
      { code: 'proxy-lie', weight: 2.5 },
      { code: 'navigator-own-keys', weight: 2.5 },
      { code: 'navigator-contradiction', weight: 2.5 },
      { code: 'engine-contradiction', weight: 2.5 },
      { code: 'collector-incomplete', weight: 2.5 },
      { code: 'user-agent-changed', weight: 3 },
      { code: 'layout-unknown', weight: 2.5 },
      { code: 'doctored-browser', weight: 2, conclusive: true },
      { code: 'disguised-browser', weight: 2, conclusive: true },
    ],
  },
  {
    group: 'debugger',
    min: 0,
    max: 2,
    signals: [
      { code: 'debugger-protocol', weight: 2 },
      { code: 'console-cost', weight: 0.7 },
      { code: 'driven-browser', weight: 3, conclusive: true },
      { code: 'remote-pointer', weight: 1.5 },
    ],
  },
  {
    group: 'environment',
    min: -0.2,
    max: 1.5,
    signals: [
      { code: 'no-layout', weight: 4.5, conclusive: true },
      { code: 'no-worker', weight: 0.7 },
      { code: 'instant-frames', weight: 1 },
      { code: 'small-screen', weight: 0.7 },
      { code: 'emulated-viewport', weight: 0.7 },
      { code: 'window-smaller-than-page', weight: 0.5 },
      { code: 'page-larger-than-screen', weight: 0.3 },
      { code: 'screen-orientation', weight: 0.5 },
      { code: 'event-geometry', weight: 0.5 },
      { code: 'missing-chrome-object', weight: 0.7 },
      { code: 'no-plugins', weight: 0.5 },
      { code: 'notification-contradiction', weight: 0.7 },
      { code: 'no-pointing-device', weight: 0.7 },
      { code: 'consistent-browser', weight: -0.2 },
    ],
  },
  {
    group: 'interaction',
    min: -1,
    max: 1.5,
    signals: [
      { code: 'untrusted-click', weight: 0 },
      { code: 'dead-centre-click', weight: 0.7 },
      { code: 'instant-press', weight: 0.5 },
      { code: 'short-key-hold', weight: 0.5 },
      { code: 'inhuman-typing', weight: 0.7 },
      { code: 'even-typing', weight: 0.5 },
      { code: 'shift-missing', weight: 2.4 },
      { code: 'incomplete-key', weight: 2.4 },
      { code: 'fractional-pointer', weight: 2.4 },
      { code: 'straight-path', weight: 0.4 },
      { code: 'never-coalesced', weight: 0.4 },
      { code: 'screen-equals-client', weight: 0.5 },
      { code: 'focus-without-cause', weight: 0.3 },
      { code: 'input-without-keys', weight: 0.2 },
      { code: 'instant-form', weight: 0.5 },
      { code: 'honeypot-filled', weight: 1.5 },
      { code: 'artificial-touch', weight: 0.7 },
      { code: 'real-pointer-movement', weight: -0.7 },
      { code: 'coalesced-movement', weight: -0.3 },
      { code: 'real-touch-movement', weight: -0.5 },
      { code: 'form-without-hands', weight: 0 },
      { code: 'fractional-time', weight: 0.7 },
      { code: 'text-at-once', weight: 0.4 },
      { code: 'made-up-keys', weight: 2.4 },
      { code: 'unnamed-script', weight: 2.4 },
      { code: 'interaction-repeated', weight: 2.5 },
      { code: 'scripted-hands', weight: 3, conclusive: true },
    ],
  },
  {
    group: 'network',
    min: 0,
    max: 3.5,
    signals: [
      { code: 'client-hints-contradiction', weight: 3 },
      { code: 'missing-client-hints', weight: 2 },
      { code: 'missing-browser-headers', weight: 2.5 },
      { code: 'wrong-browser-headers', weight: 2.5 },
      { code: 'odd-user-agent', weight: 1 },
      { code: 'tls-contradiction', weight: 3 },
      { code: 'http2-contradiction', weight: 2.5 },
      { code: 'header-order', weight: 1.5 },
      { code: 'hosting-network', weight: 0.7 },
      { code: 'vpn-network', weight: 0.3 },
      { code: 'tor-network', weight: 0.5 },
      { code: 'network-changed', weight: 0.2 },
    ],
  },
  {
    group: 'velocity',
    min: 0,
    max: 1.5,
    signals: [
      { code: 'busy-network', weight: 0.7 },
      { code: 'flooding-network', weight: 1.5 },
      { code: 'busy-operator', weight: 0.5 },
      { code: 'misused-challenges', weight: 1.5 },
    ],
  },
  {
    group: 'work',
    min: 0,
    max: 3,
    signals: [
      { code: 'work-wrong', weight: 6, conclusive: true },
      { code: 'work-too-fast', weight: 2.5 },
      { code: 'device-too-fast', weight: 1.5 },
      { code: 'engine-wrong', weight: 2.5 },
      { code: 'engine-missing', weight: 2.5 },
      { code: 'many-tokens-of-page', weight: 2.4 },
      { code: 'engine-doubtful', weight: 1.5 },
    ],
  },
  {
    group: 'credential',
    min: -3,
    max: 0,
    signals: [
      { code: 'private-access-token', weight: -3 },
      { code: 'web-bot-auth', weight: -3 },
    ],
  },
]
