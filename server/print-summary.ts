import type { Config } from './config.ts'
import type { Findings } from './messages.ts'
import { sites } from './sites.ts'

/** What to print after a start; `colours` is for terminals. */
export function summarise(
  config: Config,
  { findings, mailboxKey }: { readonly findings: Findings | null; readonly mailboxKey: string | null },
  seconds: number,
  colours: boolean,
): string {
  const bold = (text: string) => (colours ? `\u001B[1m${text}\u001B[22m` : text)
  const dim = (text: string) => (colours ? `\u001B[2m${text}\u001B[22m` : text)
  const lines = ['', `  ${bold('Bollard runs.')} ${dim(`Started in ${seconds.toFixed(1)} s.`)}`, '']
  if (config.ROLE === 'all' || config.ROLE === 'sites')
    lines.push(...sites.map(({ title, url }) => row(title, config[url])))
  if (config.ROLE !== 'sites' && config.ROLE !== 'worker') lines.push(row('API', config.API_URL))
  lines.push(row('Health', `http://127.0.0.1:${config.METRICS_PORT}/readyz`))
  if (mailboxKey !== null)
    lines.push(
      row(
        'Mailbox',
        `${config.IDENTITY_URL}/en/mailbox?key=${mailboxKey} ${dim('(without SMTP_URL, e-mails arrive here)')}`,
      ),
    )
  if (findings?.firstAdminToken) {
    const link = `${config.IDENTITY_URL}/en/first-admin?token=${encodeURIComponent(findings.firstAdminToken)}`
    lines.push('', `  Create the first administrator ${dim('(one-time link)')}:`, `  ${bold(link)}`)
  }
  return [...lines, '', `  ${dim('Stop with Ctrl-C.')}`, ''].join('\n')
}

function row(name: string, value: string): string {
  return `  ${name.padEnd(15)}${value}`
}
