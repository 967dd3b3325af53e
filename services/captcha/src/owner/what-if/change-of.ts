import { isDeepStrictEqual } from 'node:util'
import {
  type RuleContent,
  type SiteSettings,
  type WhatIf,
  type WhatIfRequest,
  type WhatIfSettings,
  whatIfSettingsSchema,
} from '@bollard/contracts'
import { createKnownMatches, keyOf } from './known-matches.ts'
import { createRuleMatcher, type LiveRule } from './match-rules.ts'
import type { TodaysRule } from './read-rules.ts'
import type { Change } from './replay-visitor.ts'
import { createVolumeReplay, type ReplayVolume } from './replay-volume.ts'
import type { WeighRound } from './weigh-round.ts'

interface Today {
  readonly settings: SiteSettings
  /** In their order. */
  readonly rules: readonly TodaysRule[]
  /** Milliseconds since 1970. */
  readonly now: number
}

/** What of a request differs from today, and both made ready to decide visitors with. */
export function changeOf(
  today: Today,
  request: Pick<WhatIfRequest, 'settings' | 'rules'>,
  { weigh, nameOf }: { readonly weigh: WeighRound; readonly nameOf: (asn: number) => string | null },
): Change & { readonly changes: WhatIf['changes']; readonly replayVolume: ReplayVolume } {
  const { settings } = today
  const live = today.rules.flatMap(({ isObeyed, name, priority, conditions, action }, index): LiveRule[] =>
    isObeyed ? [{ index, name, priority, conditions, action }] : [],
  )
  const others = request.rules === undefined ? live : liveOf(request.rules, today.now)
  const sameRules = isSame(live, others)
  const changedSettings = settingNames.filter(
    (name) => request.settings[name] !== undefined && !isDeepStrictEqual(request.settings[name], settings[name]),
  )
  const known = createKnownMatches(today.rules.filter(({ isObeyed, expires }) => isObeyed && !expires))
  const rules = createRuleMatcher(live, known, nameOf)
  const treatment = { ...settings, ...named(request.settings) }
  return {
    changes: [...changedSettings, ...(sameRules ? [] : (['rules'] as const))],
    today: { treatment: settings, rules },
    proposed: {
      treatment,
      rules: sameRules ? rules : createRuleMatcher(others, known, nameOf),
    },
    sameRules,
    weigh,
    replayVolume: createVolumeReplay(settings, treatment),
  }
}

const settingNames = whatIfSettingsSchema.keyof().options

/** The settings that a request names. */
function named({
  threshold,
  difficulty,
  riskScoring,
  minimalData,
  honeypots,
  volumeBudgets,
  underAttack,
  exemptNetworks,
}: WhatIfSettings): Partial<SiteSettings> {
  return {
    ...(volumeBudgets === undefined ? {} : { volumeBudgets }),
    ...(underAttack === undefined ? {} : { underAttack }),
    ...(exemptNetworks === undefined ? {} : { exemptNetworks }),
    ...(threshold === undefined ? {} : { threshold }),
    ...(difficulty === undefined ? {} : { difficulty }),
    ...(riskScoring === undefined ? {} : { riskScoring }),
    ...(minimalData === undefined ? {} : { minimalData }),
    ...(honeypots === undefined ? {} : { honeypots }),
  }
}

function liveOf(rules: readonly RuleContent[], now: number): LiveRule[] {
  return rules.flatMap(({ name, priority, enabled, dryRun, conditions, action, expiresAt }, index) =>
    enabled && !dryRun && (expiresAt === null || Date.parse(expiresAt) > now)
      ? [{ index, name, priority, conditions, action }]
      : [],
  )
}

/** Whether two lists do the same: names and numbers of priority do not matter, the order does. */
function isSame(a: readonly LiveRule[], b: readonly LiveRule[]): boolean {
  return inOrder(a) === inOrder(b)
}

function inOrder(rules: readonly LiveRule[]): string {
  return rules
    .toSorted((one, other) => one.priority - other.priority || one.index - other.index)
    .map(
      ({ conditions, action }) =>
        `${keyOf(conditions)} ${action.type} ${action.type === 'DIFFICULTY' ? action.percent : ''}`,
    )
    .join('\n')
}
