import { Button, Cell, Row } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Island } from '../pieces/island.tsx'
import { PartFrame, PartNote } from '../pieces/part-frame.tsx'
import { PartTable, RowHead } from '../pieces/part-table.tsx'
import { attempts, decide, rules } from './firewall.ts'
import island from './firewall-rules.island.ts?worker&url'

const policies = ['deny', 'allow'] as const

/** A small firewall to change: rules in order, a default, and what becomes of six connections. */
export function FirewallRules() {
  const { t } = useTranslation()
  const texts = t(($) => $.parts.firewallRules, { returnObjects: true })
  const { words } = texts
  return (
    <PartFrame title={texts.title} lead={texts.lead}>
      <Island element="part-firewall-rules" script={island} texts={words}>
        <div className="grid gap-2">
          <p className="font-[600]">{texts.rulesTitle}</p>
          <ol className="overflow-hidden [counter-reset:rule] rounded-md border border-line">
            {rules.map((rule) => (
              <li
                key={rule.id}
                data-rule={rule.id}
                className="tabular flex min-h-12 flex-wrap items-center [counter-increment:rule] before:text-ink-3 before:content-[counter(rule)'.'] gap-x-3 gap-y-1 border-b border-line px-4 py-2 last:border-b-0"
              >
                <label className="flex min-h-11 min-w-0 flex-1 items-center gap-3">
                  <input
                    data-needs-js
                    type="checkbox"
                    name={rule.id}
                    defaultChecked
                    autoComplete="off"
                    className="size-4 shrink-0 accent-[var(--ink)]"
                  />
                  <span className="min-w-0">
                    {texts.rules[rule.id]}{' '}
                    <span className="font-mono text-sm break-words text-ink-2">
                      {rule.from ?? '0.0.0.0/0'} → tcp/{rule.port}
                    </span>
                  </span>
                </label>
                <Button data-needs-js data-do="up" size="dense" aria-label={`${texts.up}: ${texts.rules[rule.id]}`}>
                  {texts.up}
                </Button>
              </li>
            ))}
          </ol>
          <fieldset data-needs-js className="flex flex-wrap items-center gap-x-5">
            <legend className="text-sm font-[520]">{texts.policy}</legend>
            {policies.map((policy) => (
              <label key={policy} className="flex min-h-11 items-center gap-2.5">
                <input
                  type="radio"
                  name="policy"
                  value={policy}
                  defaultChecked={policy === 'deny'}
                  autoComplete="off"
                  className="size-4 accent-[var(--ink)]"
                />
                {texts.policies[policy]}
              </label>
            ))}
          </fieldset>
        </div>
        <PartTable label={texts.attemptsTitle} head={[texts.attempt, texts.verdict]} isLive>
          {attempts.map((attempt) => {
            const { isAllowed, rule } = decide(attempt, rules, false)
            return (
              <Row key={attempt.id}>
                <RowHead>
                  {texts.attempts[attempt.id]}
                  <span className="block font-mono text-sm font-[400] text-ink-2">
                    {attempt.from} → tcp/{attempt.port}
                  </span>
                </RowHead>
                <Cell>
                  <span data-out={`${attempt.id}-verdict`} className="font-[520]">
                    {isAllowed ? words.allowed : words.denied}
                  </span>
                  <span data-out={`${attempt.id}-rule`} className="block text-ink-2">
                    {rule === null
                      ? words.byDefault
                      : words.byRule.replace('{number}', String(rules.indexOf(rule) + 1))}
                  </span>
                </Cell>
              </Row>
            )
          })}
        </PartTable>
      </Island>
      <PartNote needsScript>{texts.tryIt}</PartNote>
      <PartNote>{texts.note}</PartNote>
    </PartFrame>
  )
}
