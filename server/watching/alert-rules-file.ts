import { writeFileSync } from 'node:fs'
import { alertRules, type AlertRule, type Condition } from './alert-rules.ts'
import { allowedOf, burnWindows, objectives } from './objectives.ts'
import { durationOf, promqlOf, recordingOf } from './signals.ts'

/**
 * The text of `alert-rules.yml`: rules for Prometheus, made of `alertRules`, with links into the documentation at `docsUrl`. JSON strings
 * are YAML, too.
 */
export function writeAlertRules(docsUrl: string): string {
  const recordings = objectives.flatMap(({ name, objective, good, all }) => {
    const seconds = new Set(burnWindows.flatMap(({ longSeconds, shortSeconds }) => [longSeconds, shortSeconds]))
    const allowed = allowedOf({ objective })
    return [...seconds].map((window) =>
      recordingOf({ kind: 'burn', objective: name, good, all, allowed, seconds: window }),
    )
  })
  return [
    '# Written from server/watching/alert-rules.ts by: node server/watching/alert-rules-file.ts',
    'groups:',
    '  - name: bollard-objectives',
    '    rules:',
    ...recordings.flatMap(({ record, expr }) => [`      - record: ${record}`, `        expr: ${JSON.stringify(expr)}`]),
    '  - name: bollard-alerts',
    '    rules:',
    ...alertRules.flatMap((rule) => linesOf(rule, docsUrl)),
    '',
  ].join('\n')
}

function linesOf({ name, severity, summary, runbook, when, forSeconds }: AlertRule, docsUrl: string): string[] {
  return [
    `      - alert: Bollard${name}`,
    `        expr: ${JSON.stringify(when.map(conditionOf).join(' and '))}`,
    ...(forSeconds === 0 ? [] : [`        for: ${durationOf(forSeconds)}`]),
    '        labels:',
    `          severity: ${severity}`,
    '        annotations:',
    `          summary: ${JSON.stringify(summary)}`,
    `          runbook_url: ${JSON.stringify(`${docsUrl}/en/operate/incidents#${runbook}`)}`,
  ]
}

function conditionOf({ signal, is, than }: Condition): string {
  return `${promqlOf(signal)} ${is === 'above' ? '>' : '<'} ${than}`
}

if (import.meta.main)
  writeFileSync(new URL('alert-rules.yml', import.meta.url), writeAlertRules('http://localhost:8083'))
