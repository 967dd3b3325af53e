import type { AuditEntry, PersonFile } from '@bollard/contracts'
import { Moment, useFormats, useSite } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader, Cell, HeadCell, Row, Table, TextField } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form, Link } from 'react-router'
import { ActionWords } from '../frame/action-words.tsx'
import { ActorName } from '../frame/actor-name.tsx'

/** What there is of an account, table by table. */
export function UserFacts({ person, mayChange }: { person: PersonFile; mayChange: boolean }) {
  const { t } = useTranslation()
  const { moment } = useFormats()
  const { suspendedAt, suspensionReason, deletionAt, factorsRemovedAt } = person
  return (
    <>
      {suspendedAt === null ? null : (
        <Alert
          kind="danger"
          title={t(($) => $.users.facts.suspended, { when: moment(suspendedAt), reason: suspensionReason ?? '' })}
        />
      )}
      {deletionAt === null ? null : (
        <Alert kind="warning" title={t(($) => $.users.facts.ending, { when: moment(deletionAt) })} />
      )}
      {factorsRemovedAt === null ? null : (
        <Alert kind="warning" title={t(($) => $.users.facts.factorsGo, { when: moment(factorsRemovedAt) })} />
      )}
      {person.mailsReturn ? <Alert kind="warning" title={t(($) => $.users.facts.mailsReturn)} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 [overflow-wrap:anywhere] xl:grid-cols-2">
        <FactsCard person={person} />
        <Factors factors={person.factors} />
        <Sessions sessions={person.sessions} mayChange={mayChange} />
        <Belongings belongings={person.belongings} />
        <Exports person={person} mayChange={mayChange} />
      </div>
    </>
  )
}

function FactsCard({ person }: { person: PersonFile }) {
  const { t } = useTranslation()
  const { id, createdAt, lastSignInAt, language, timezone, acceptedTerms, hasPassword } = person
  const facts: [string, ReactNode][] = [
    [
      t(($) => $.users.facts.id),
      <code key="id" className="[overflow-wrap:anywhere]">
        {id}
      </code>,
    ],
    [t(($) => $.users.since), <Moment key="since" at={createdAt} />],
    [t(($) => $.users.facts.lastSignIn), lastSignInAt === null ? '–' : <Moment key="sign-in" at={lastSignInAt} />],
    [t(($) => $.users.facts.language), language],
    [t(($) => $.users.facts.timezone), timezone],
    [t(($) => $.users.facts.terms), acceptedTerms?.version ?? '–'],
    [
      t(($) => $.users.facts.password),
      hasPassword ? t(($) => $.users.facts.set) : t(($) => $.users.facts.passwordEnded),
    ],
  ]
  return (
    <Card>
      <CardHeader title={t(($) => $.users.facts.title)} />
      <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-3">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** A card with a table, or the words that stand where there is none. */
function TableCard({ title, none, head, rows }: { title: string; none: string; head: string[]; rows: ReactNode[][] }) {
  return (
    <Card padded={false} className="min-w-0 overflow-hidden">
      <CardHeader title={title} className="!mb-0 px-5 pt-4 pb-2" />
      {rows.length === 0 ? (
        <p className="px-5 pb-4 text-ink-2">{none}</p>
      ) : (
        <Table label={title} className="stacked-table">
          <thead>
            <tr>
              {head.map((name, at) => (
                <HeadCell key={name} className={at === 0 ? 'ps-5' : ''}>
                  {name}
                </HeadCell>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no state
              <Row key={row}>
                {cells.map((cell, at) => (
                  <Cell
                    key={head[at]}
                    data-label={head[at]}
                    className={at === 0 ? 'ps-5 [overflow-wrap:anywhere]' : '[overflow-wrap:anywhere]'}
                  >
                    {cell}
                  </Cell>
                ))}
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  )
}

function Factors({ factors }: Pick<PersonFile, 'factors'>) {
  const { t } = useTranslation()
  const words = (key: 'title' | 'none' | 'added' | 'used' | 'count') => t(($) => $.users.factors[key])
  return (
    <TableCard
      title={words('title')}
      none={words('none')}
      head={[words('title'), words('added'), words('used'), words('count')]}
      rows={factors.map(({ kind, addedAt, lastUsedAt, count }) => [
        t(($) => $.users.factors.kinds[kind]),
        addedAt === null ? '–' : <Moment key="added" at={addedAt} />,
        lastUsedAt === null ? '–' : <Moment key="used" at={lastUsedAt} />,
        count,
      ])}
    />
  )
}

function Sessions({ sessions, mayChange }: Pick<PersonFile, 'sessions'> & { mayChange: boolean }) {
  const { t } = useTranslation()
  const words = (key: 'title' | 'none' | 'browser' | 'network' | 'active' | 'end') => t(($) => $.users.sessions[key])
  return (
    <TableCard
      title={words('title')}
      none={words('none')}
      head={[words('browser'), words('network'), words('active'), ...(mayChange ? [words('end')] : [])]}
      rows={sessions.map(({ id, browser, operatingSystem, userAgent, network, lastActiveAt }) => [
        browser === null && operatingSystem === null
          ? (userAgent ?? '–')
          : [browser, operatingSystem].filter(Boolean).join(' · '),
        network ?? '–',
        <Moment key="active" at={lastActiveAt} />,
        ...(mayChange
          ? [
              <Form key="end" method="post">
                <input type="hidden" name="sessionId" value={id} />
                <Button type="submit" size="dense" name="intent" value="end-session">
                  {words('end')}
                </Button>
              </Form>,
            ]
          : []),
      ])}
    />
  )
}

function Belongings({ belongings }: Pick<PersonFile, 'belongings'>) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <TableCard
      title={t(($) => $.users.belongings.title)}
      none={t(($) => $.users.belongings.none)}
      head={[t(($) => $.users.name), t(($) => $.users.state)]}
      rows={belongings.map(({ kind, id, name, isSoleAdmin }) => [
        <Link
          key="name"
          to={`/${language}/${kind === 'SOLUTION' ? 'solutions' : 'organizations'}/${id}`}
          className="text-link"
        >
          {name}
        </Link>,
        isSoleAdmin ? t(($) => $.users.belongings.soleAdmin) : '–',
      ])}
    />
  )
}

function Exports({ person, mayChange }: { person: PersonFile; mayChange: boolean }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const download = t(($) => $.users.exports.download)
  return (
    <TableCard
      title={t(($) => $.users.exports.title)}
      none={t(($) => $.users.exports.none)}
      head={[t(($) => $.users.audit.when), t(($) => $.users.state), ...(mayChange ? [download] : [])]}
      rows={person.exports.map(({ id, createdAt, status }) => [
        <Moment key="made" at={createdAt} />,
        t(($) => $.users.exports.states[status]),
        ...(mayChange
          ? [
              status === 'READY' ? (
                <Form
                  key="file"
                  method="get"
                  action={`/${language}/users/${person.id}/exports/${id}`}
                  reloadDocument
                  className="grid grid-cols-[minmax(0,1fr)] gap-2"
                >
                  <TextField
                    label={t(($) => $.users.actions.reason)}
                    id={`reason-${id}`}
                    name="reason"
                    required
                    minLength={10}
                    maxLength={500}
                  />
                  <Button type="submit" size="dense" className="justify-self-start">
                    {download}
                  </Button>
                </Form>
              ) : (
                '–'
              ),
            ]
          : []),
      ])}
    />
  )
}

interface UserLogProps {
  /** Newest first. */
  entries: readonly AuditEntry[]
  /** Of operators, by id. */
  names: Readonly<Record<string, string>>
}

/** What happened to the account, with who did it and why. */
export function UserLog({ entries, names }: UserLogProps) {
  const { t } = useTranslation()
  return (
    <TableCard
      title={t(($) => $.users.audit.title)}
      none={t(($) => $.users.audit.none)}
      head={(['when', 'who', 'what', 'why'] as const).map((key) => t(($) => $.users.audit[key]))}
      rows={entries.map(({ at, actor, action, after }) => [
        <Moment key="when" at={at} />,
        <ActorName key="who" actor={actor} names={names} />,
        <ActionWords key="what" action={action} />,
        Object.entries(after ?? {})
          .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
          .join(', '),
      ])}
    />
  )
}
