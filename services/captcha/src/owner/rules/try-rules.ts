import type { ruleResults, RuleTrial, RuleTrialResult } from '@bollard/contracts'
import { continentOf, explainRules, type PartialFacts, type RuleResult } from '@bollard/visitor-rules'
import { parseDomain } from '../../edge/request/allowed-hosts.ts'
import { toEngineRules } from '../../edge/rules/load-rules.ts'
import type { RuleContext } from './rule-context.ts'
import { type ListedRule, listStoredRules } from './stored-rules.ts'

const resultName: Record<RuleResult, (typeof ruleResults)[number]> = {
  decides: 'DECIDES',
  'would-decide': 'WOULD_DECIDE',
  'not-matched': 'NOT_MATCHED',
  disabled: 'DISABLED',
  expired: 'EXPIRED',
  'waits-for-score': 'WAITS_FOR_SCORE',
  behind: 'BEHIND',
  unknown: 'UNKNOWN',
}

type TrialContext = Pick<RuleContext, 'db' | 'now' | 'lookUpNetwork' | 'nameOfNetwork'>

/** What the rules of a site would do with a request that somebody describes. Counts nothing. */
export async function tryRules(
  { db, now, lookUpNetwork, nameOfNetwork }: TrialContext,
  siteId: number,
  trial: RuleTrial,
): Promise<RuleTrialResult> {
  const rules = await listStoredRules(db, siteId)
  const facts = factsOf(trial, lookUpNetwork)
  const at = trial.at === undefined ? now().getTime() : Date.parse(trial.at)
  const { rules: traces, decision } = explainRules(toEngineRules(rules), {
    facts,
    score: trial.score,
    now: at,
    nameOf: nameOfNetwork,
  })
  const byNumber = new Map(rules.map((rule) => [rule.number, rule]))
  const nameOf = (number: number | null) => naming(number === null ? undefined : byNumber.get(number))
  return {
    facts: describe(facts, trial, nameOfNetwork),
    rules: traces.flatMap(({ number, result, failed }) => {
      const rule = byNumber.get(number)
      if (rule === undefined) return []
      const condition = failed === null ? undefined : rule.conditions[failed]
      const failedCondition =
        failed === null || condition === undefined ? null : { index: failed, field: condition.field }
      return [{ id: rule.id, name: rule.name, action: rule.action, result: resultName[result], failedCondition }]
    }),
    decision: { rule: nameOf(decision.rule), action: decision.action, unless: nameOf(decision.unless) },
  }
}

function naming(rule: ListedRule | undefined): { id: string; name: string } | null {
  return rule === undefined ? null : { id: rule.id, name: rule.name }
}

/** What the caller says overrides what the network data knows of the address. */
function factsOf(
  { address, country, asn, networkKind, userAgent, language, hostname, path, action }: RuleTrial,
  lookUp: TrialContext['lookUpNetwork'],
): PartialFacts {
  const known = address === undefined ? undefined : lookUp(address)
  return {
    address,
    country: country === undefined ? known?.country : country,
    asn: asn ?? known?.asn,
    networkKind: networkKind ?? known?.kind,
    userAgent,
    language,
    hostname: hostname === undefined ? undefined : asBrowser(hostname),
    path,
    action,
  }
}

function asBrowser(hostname: string): string {
  const parsed = parseDomain(hostname)
  return parsed.ok ? parsed.domain : hostname
}

function describe(
  facts: PartialFacts,
  { score }: RuleTrial,
  nameOfNetwork: TrialContext['nameOfNetwork'],
): RuleTrialResult['facts'] {
  const country = facts.country ?? null
  const asn = facts.asn ?? 0
  return {
    address: facts.address ?? null,
    country,
    continent: country === null ? null : continentOf(country),
    asn: asn === 0 ? null : asn,
    operator: asn === 0 ? null : nameOfNetwork(asn),
    networkKind: facts.networkKind ?? null,
    userAgent: facts.userAgent ?? null,
    language: facts.language ?? null,
    hostname: facts.hostname ?? null,
    path: facts.path ?? null,
    action: facts.action ?? null,
    score: score ?? null,
  }
}
