import { networkKinds, type Problem, type RuleTrialResult } from '@bollard/contracts'
import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { apiOf, attempt, load, requireId } from '@bollard/site-kit/server'
import { Button, Card, CardHeader, Cell, HeadCell, Pill, Row, SelectField, Table, TextField } from '@bollard/ui'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, Link, redirect, useSearchParams } from 'react-router'
import { Fact, FactList } from '../../../../solution/verification/fact-list.tsx'
import { useSolution } from '../../../../solution/use-solution.ts'
import { CaptchaSettingsPage } from '../../captcha-settings-page.tsx'
import { loadSettings } from '../../load-settings.server.ts'
import { useRuleWords } from '../use-rule-words.ts'
import type { Route } from './+types/try-request.ts'
import { readTrial, type TrialField, trialFields, trialOf } from './read-trial.ts'

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const solutionId = requireId(context, request, params.solutionId)
  const api = apiOf(context, request)
  const { searchParams, pathname } = new URL(request.url)
  const like = searchParams.get('verification')
  if (like !== null) {
    const verificationId = requireId(context, request, like)
    const verification = await load(context, request, api.getVerification({ solutionId, verificationId }))
    return redirect(`${pathname.replace(/\.data$/u, '')}?${trialOf(verification)}`)
  }
  const trial = readTrial(searchParams)
  const [{ admins }, countries, tried] = await Promise.all([
    loadSettings(context, request, solutionId),
    attempt(api.listCountries({ language: params.language, set: 'ALL' })),
    trial === null ? null : attempt(api.tryRules({ solutionId, ruleTrialDto: trial })),
  ])
  // Who may not see the page is told so by it, and not beside a field.
  if (tried?.ok === false && tried.problem.code !== 'validation-failed')
    await load(context, request, Promise.reject(tried.problem))
  return {
    admins,
    countries: countries.ok ? countries.value.items : [],
    result: tried?.ok ? tried.value : null,
    problem: tried?.ok === false ? (tried.problem satisfies Problem) : null,
  }
}

export default function TryRequest({ loaderData: { admins, countries, result, problem } }: Route.ComponentProps) {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  return (
    <CaptchaSettingsPage tab="rules" title={t(($) => $.rules.tryRequest.title)} admins={admins}>
      {/* Anew for each request, so that a link fills the fields too. */}
      <TrialForm key={search.toString()} search={search} countries={countries} problem={problem} />
      {result === null ? null : <Outcome result={result} />}
    </CaptchaSettingsPage>
  )
}

const types: Partial<Record<TrialField, object>> = {
  asn: { inputMode: 'numeric', placeholder: '3320' },
  score: { inputMode: 'decimal', placeholder: '0.80' },
  address: { placeholder: '192.0.2.7' },
  hostname: { placeholder: 'shop.example.com', inputMode: 'url' },
  path: { placeholder: '/checkout' },
  action: { placeholder: 'sign-up' },
  language: { placeholder: 'de', maxLength: 2 },
  userAgent: { placeholder: 'Mozilla/5.0 …' },
}

function TrialForm({
  search,
  countries,
  problem,
}: {
  search: URLSearchParams
  countries: readonly { code: string; name: string }[]
  problem: Problem | null
}) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem)
  const wiring = (name: TrialField) => ({
    id: name,
    name,
    label: name === 'address' ? t(($) => $.rules.fields.ip) : t(($) => $.rules.fields[name]),
    error: errorOf(name),
    defaultValue: search.get(name) ?? '',
  })
  const any = <option value="">{t(($) => $.rules.tryRequest.unsaid)}</option>
  return (
    <Card className="sm:p-6">
      <CardHeader className="!mb-1" title={t(($) => $.rules.tryRequest.form)} />
      <p className="mb-5 max-w-[44rem] text-sm text-ink-2">{t(($) => $.rules.tryRequest.about)}</p>
      <Form method="get" className="grid gap-5" {...formProps}>
        <ProblemAlert problem={problem} errorOf={errorOf} />
        <div className="grid gap-4 sm:grid-cols-2">
          {trialFields.map((name) =>
            name === 'country' ? (
              <SelectField key={name} {...wiring(name)}>
                {any}
                {countries.map(({ code, name: words }) => (
                  <option key={code} value={code}>
                    {words}
                  </option>
                ))}
              </SelectField>
            ) : name === 'networkKind' ? (
              <SelectField key={name} {...wiring(name)}>
                {any}
                {networkKinds.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(($) => $.logFilter.values.networkKind[kind])}
                  </option>
                ))}
              </SelectField>
            ) : (
              <TextField
                key={name}
                {...wiring(name)}
                {...types[name]}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
              />
            ),
          )}
        </div>
        <Button type="submit" variant="primary" size="dense" className="justify-self-start" aria-disabled={isSending}>
          {t(($) => $.rules.tryRequest.submit)}
        </Button>
      </Form>
    </Card>
  )
}

function Outcome({ result: { rules, decision, facts } }: { result: RuleTrialResult }) {
  const { t } = useTranslation()
  const words = useRuleWords()
  const { base } = useSolution()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { rule, action, unless } = decision
  const known = (
    [
      ['country', facts.country === null ? null : words.value('country', facts.country)],
      ['asn', facts.asn === null ? null : [`AS${facts.asn}`, facts.operator].filter(Boolean).join(' · ')],
      ['networkKind', facts.networkKind === null ? null : words.value('networkKind', facts.networkKind)],
    ] as const
  ).filter(([, value]) => value !== null)
  return (
    <Card className="grid gap-4 sm:p-6">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="text-lg">
          {rule === null || action === null
            ? t(($) => $.rules.tryRequest.byScore)
            : t(($) => $.rules.tryRequest.byRule, { name: rule.name, action: words.action(action) })}
        </h2>
        {unless === null ? null : (
          <p className="text-sm text-doubt">{t(($) => $.rules.tryRequest.unless, { name: unless.name })}</p>
        )}
      </div>
      {known.length === 0 ? null : (
        <FactList>
          {known.map(([field, value]) => (
            <Fact key={field} name={t(($) => $.rules.fields[field])}>
              {value}
            </Fact>
          ))}
        </FactList>
      )}
      {rules.length === 0 ? (
        <p className="text-sm text-ink-2">{t(($) => $.rules.tryRequest.none)}</p>
      ) : (
        <Table label={t(($) => $.rules.tryRequest.table)} className="stacked-table">
          <thead>
            <tr>
              <HeadCell>{t(($) => $.rules.one)}</HeadCell>
              <HeadCell>{t(($) => $.rules.tryRequest.does)}</HeadCell>
              <HeadCell>{t(($) => $.rules.tryRequest.result)}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {rules.map(({ id, name, result, action: does, failedCondition }) => (
              <Row key={id}>
                <Cell className="stacked-wide !whitespace-normal">
                  <Link to={`${base}/captcha/settings/rules/${id}`} className="text-link [overflow-wrap:anywhere]">
                    {name}
                  </Link>
                </Cell>
                <Cell data-label={t(($) => $.rules.tryRequest.does)} className="!whitespace-normal">
                  {words.action(does)}
                </Cell>
                <Cell data-label={t(($) => $.rules.tryRequest.result)} className="!whitespace-normal">
                  {result === 'DECIDES' ? (
                    <Pill meaning="info" mark>
                      {t(($) => $.rules.tryRequest.results.DECIDES)}
                    </Pill>
                  ) : (
                    <span className="text-ink-2">
                      {t(($) => $.rules.tryRequest.results[result], {
                        field:
                          failedCondition === null ? '' : t(($) => $.rules.fields[failedCondition.field as 'country']),
                      })}
                    </span>
                  )}
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}
