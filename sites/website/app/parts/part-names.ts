/** The interactive parts of articles, by the name under which an article asks for one: `<Part name="bot-quiz" />`. */
export const partNames = [
  'bot-quiz',
  'brute-force-time',
  'captcha-need',
  'comparison',
  'consent-tree',
  'cookie-inspector',
  'cost-of-spam',
  'ddos-layers',
  'encryption-lab',
  'engineering-scenes',
  'fingerprint-entropy',
  'firewall-rules',
  'lawful-basis',
  'password-strength',
  'phishing-quiz',
  'protection-checklist',
  'proxy-path',
  'readable-again',
  'script-sight',
  'signal-explorer',
  'time-cost',
  'ux-patterns',
  'vpn-path',
  'zero-day-timeline',
] as const

export type PartName = (typeof partNames)[number]
