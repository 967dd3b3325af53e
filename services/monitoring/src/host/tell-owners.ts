import { recordAudit } from '@bollard/audit'
import type { Queries } from '@bollard/database'
import { locales } from '@bollard/i18n'
import { type Mail, writeMail } from '@bollard/mail'
import type { MonitoringContext } from '../monitoring-context.ts'
import type { Admin } from '../status-ports.ts'

type TellContext = Pick<MonitoringContext, 'status' | 'channels'>
interface Told {
  readonly id: string
  readonly solutionId: string
  readonly name: string
  readonly host: string
  readonly at: Date
}
/** Admins of solutions. */
type Readers = ReadonlyMap<string, readonly Admin[]>

/** Who is told of hosts, asked outside of the transaction, since other services need connections of their own. */
export async function whoIsTold(
  { status }: TellContext,
  pages: readonly { readonly solutionId: string }[],
): Promise<Readers> {
  return new Map(
    await Promise.all(pages.map(async ({ solutionId }) => [solutionId, await status.findAdmins(solutionId)] as const)),
  )
}

/** Mails that a host is served for some days more, because its record is gone. */
export async function tellEnding(
  context: TellContext,
  tx: Queries,
  readers: Readers,
  { endsAt, ...page }: Told & { readonly endsAt: Date },
): Promise<void> {
  await mailAdmins(context, tx, readers, { ...page, kind: 'status-host-ending' }, (reader, values) => {
    const days = new Intl.DateTimeFormat(locales[reader.language], { dateStyle: 'long', timeZone: 'UTC' })
    return writeMail('status-host-ending', { ...reader, values: { ...values, date: days.format(endsAt) } })
  })
}

/** Mails that a host shows the page no more. */
export async function tellLost(context: TellContext, tx: Queries, readers: Readers, page: Told): Promise<void> {
  await mailAdmins(context, tx, readers, { ...page, kind: 'status-host-lost' }, (reader, values) =>
    writeMail('status-host-lost', { ...reader, values }),
  )
}

/** What upkeep has decided about a host. */
export async function recordBySystem(
  tx: Queries,
  action: 'status-page.host-proven' | 'status-page.host-lost',
  { id, solutionId, host, at }: Omit<Told, 'name'>,
): Promise<void> {
  const target = { kind: 'status-page', id }
  const actor = { kind: 'SYSTEM' } as const
  await recordAudit(tx, { at, scope: 'SOLUTION', scopeId: solutionId, actor, action, target, after: { host } })
}

type Reader = Pick<Admin, 'language' | 'givenName'> & { readonly to: string }
type Values = { readonly link: string; readonly page: string; readonly host: string }

async function mailAdmins(
  { status, channels }: TellContext,
  tx: Queries,
  readers: Readers,
  { id, solutionId, name, host, at, kind }: Told & { readonly kind: string },
  write: (reader: Reader, values: Values) => Mail,
): Promise<void> {
  for (const { email: to, givenName, language, userId } of readers.get(solutionId) ?? []) {
    const link = `${channels.dashboardUrl}/${language}/solutions/${solutionId}/monitoring/pages/${id}`
    const mail = write({ to, givenName, language }, { link, page: name, host })
    await status.enqueueMail(tx, mail, `${kind} ${id} ${at.toISOString()} ${userId}`)
  }
}
