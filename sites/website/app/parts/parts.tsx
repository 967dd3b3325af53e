import type { ComponentType } from 'react'
import { BotQuiz } from './bot-quiz/bot-quiz.tsx'
import { BruteForceTime } from './brute-force-time/brute-force-time.tsx'
import { CaptchaNeed } from './captcha-need/captcha-need.tsx'
import { Comparison } from './comparison/comparison.tsx'
import { ConsentTree } from './consent-tree/consent-tree.tsx'
import { CookieInspector } from './cookie-inspector/cookie-inspector.tsx'
import { CostOfSpam } from './cost-of-spam/cost-of-spam.tsx'
import { DdosLayers } from './ddos-layers/ddos-layers.tsx'
import { EncryptionLab } from './encryption-lab/encryption-lab.tsx'
import { EngineeringScenes } from './engineering-scenes/engineering-scenes.tsx'
import { FingerprintEntropy } from './fingerprint-entropy/fingerprint-entropy.tsx'
import { FirewallRules } from './firewall-rules/firewall-rules.tsx'
import { LawfulBasis } from './lawful-basis/lawful-basis.tsx'
import type { PartName } from './part-names.ts'
import { PasswordStrength } from './password-strength/password-strength.tsx'
import { PhishingQuiz } from './phishing-quiz/phishing-quiz.tsx'
import { ProtectionChecklist } from './protection-checklist/protection-checklist.tsx'
import { ProxyPath } from './proxy-path/proxy-path.tsx'
import { ReadableAgain } from './readable-again/readable-again.tsx'
import { ScriptSight } from './script-sight/script-sight.tsx'
import { SignalExplorer } from './signal-explorer/signal-explorer.tsx'
import { TimeCost } from './time-cost/time-cost.tsx'
import { UxPatterns } from './ux-patterns/ux-patterns.tsx'
import { VpnPath } from './vpn-path/vpn-path.tsx'
import { ZeroDayTimeline } from './zero-day-timeline/zero-day-timeline.tsx'

export { partNames, type PartName } from './part-names.ts'

/** What shows each part: a line for each, in the order of the alphabet. */
const parts: Readonly<Record<PartName, ComponentType>> = {
  'bot-quiz': BotQuiz,
  'brute-force-time': BruteForceTime,
  'captcha-need': CaptchaNeed,
  comparison: Comparison,
  'consent-tree': ConsentTree,
  'cookie-inspector': CookieInspector,
  'cost-of-spam': CostOfSpam,
  'ddos-layers': DdosLayers,
  'encryption-lab': EncryptionLab,
  'engineering-scenes': EngineeringScenes,
  'fingerprint-entropy': FingerprintEntropy,
  'firewall-rules': FirewallRules,
  'lawful-basis': LawfulBasis,
  'password-strength': PasswordStrength,
  'phishing-quiz': PhishingQuiz,
  'protection-checklist': ProtectionChecklist,
  'proxy-path': ProxyPath,
  'readable-again': ReadableAgain,
  'script-sight': ScriptSight,
  'signal-explorer': SignalExplorer,
  'time-cost': TimeCost,
  'ux-patterns': UxPatterns,
  'vpn-path': VpnPath,
  'zero-day-timeline': ZeroDayTimeline,
}

/** The interactive part of an article. It says what it has to say without script, too. */
export function Part({ name }: { name: PartName }) {
  const Shown = parts[name]
  return <Shown />
}
