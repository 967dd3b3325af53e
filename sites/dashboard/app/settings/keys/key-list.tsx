import { Moment, useFormats } from '@bollard/site-kit'
import { Button, Card, CardHeader, EmptyState, Pill, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from '../../forms/fold.tsx'
import type { KeyKind, KeysAnswer } from './change-keys.server.ts'
import { EditKey } from './edit-key.tsx'
import type { LoadedKeys, ShownKey } from './load-keys.server.ts'

const meanings = { ACTIVE: 'human', EXPIRED: 'neutral', REVOKED: 'neutral' } as const
const overlaps = [0, 1, 24, 48, 72] as const

interface KeyListProps {
  kind: KeyKind
  loaded: LoadedKeys
  /** Whether this person may revoke a key, and whether also rotate it. */
  mayRevoke: boolean
  mayRotate: (key: ShownKey) => boolean
  /** What was said of changing one of them. */
  changed: KeysAnswer | null
}

/** The keys that work, then those that ended last. */
export function KeyList({ kind, loaded, mayRevoke, mayRotate, changed }: KeyListProps) {
  const { t } = useTranslation()
  const { keys, max } = loaded
  const active = keys.filter(({ state }) => state === 'ACTIVE').length
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader title={t(($) => $.keys.list)} className="!mb-0 border-b border-line px-4 py-3.5 sm:px-5">
        <p className="text-sm text-ink-2">{t(($) => $.keys.count, { count: active, max })}</p>
      </CardHeader>
      {keys.length === 0 ? (
        <EmptyState title={t(($) => $.keys[kind].none)}>{t(($) => $.keys[kind].noneAbout)}</EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {keys.map((key) => (
            <li key={key.id} className="grid min-w-0 gap-3 px-4 py-4 text-sm sm:px-5">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <b className="font-[560] [overflow-wrap:anywhere]">{key.name}</b>
                <code className="text-xs text-ink-2">
                  {key.prefix}…{key.last4}
                </code>
                <Pill meaning={meanings[key.state]}>{t(($) => $.keys.states[key.state])}</Pill>
                {key.replacedBy && key.state === 'ACTIVE' ? (
                  <Pill meaning="doubt">{t(($) => $.keys.replaced)}</Pill>
                ) : null}
              </p>
              <Facts shown={key} loaded={loaded} />
              {key.state === 'ACTIVE' ? (
                <div className="flex flex-wrap gap-2">
                  {mayRotate(key) ? (
                    <EditKey
                      // Anew with what was saved.
                      key={key.version}
                      shown={key}
                      kind={kind}
                      answer={changed?.keyId === key.id ? changed : null}
                    />
                  ) : null}
                  {kind === 'api' && !key.replacedBy && mayRotate(key) ? <RotateForm shown={key} /> : null}
                  {mayRevoke ? <RevokeForm shown={key} kind={kind} /> : null}
                </div>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function Facts({ shown, loaded: { environments, creators } }: { shown: ShownKey; loaded: LoadedKeys }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { environmentId, networks, expiresAt, lastUsedAt, createdAt, createdBy, scopes, origins, usesPerDay } = shown
  const environment = environments.find(({ id }) => id === environmentId)?.name
  const facts: [string, string][] = [
    ...(scopes
      ? [
          [t(($) => $.keys.scopes), scopes.map((scope) => t(($) => $.keys.scopeNames[scope])).join(', ')] as [
            string,
            string,
          ],
        ]
      : []),
    [t(($) => $.keys.environment), environment ?? (environmentId === null ? t(($) => $.keys.everyEnvironment) : '–')],
    ...(networks.length > 0 ? [[t(($) => $.keys.networks), networks.join(', ')] as [string, string]] : []),
    ...(origins && origins.length > 0 ? [[t(($) => $.keys.origins), origins.join(', ')] as [string, string]] : []),
    ...(usesPerDay === undefined
      ? []
      : [
          [
            t(($) => $.keys.uses),
            t(($) => $.keys.usesOf, {
              today: formats.whole(shown.usesToday ?? 0),
              perDay: usesPerDay === null ? '∞' : formats.whole(usesPerDay),
              month: formats.whole(shown.usesLast30Days ?? 0),
            }),
          ] as [string, string],
        ]),
    [t(($) => $.keys.expires), expiresAt === null ? t(($) => $.keys.never) : formats.day(expiresAt)],
    [t(($) => $.keys.lastUsed), lastUsedAt === null ? t(($) => $.keys.neverUsed) : formats.day(lastUsedAt)],
  ]
  const creator = createdBy === null ? undefined : creators[createdBy]
  return (
    <dl className="grid gap-x-6 gap-y-1.5 text-ink-2 sm:grid-cols-2">
      {facts.map(([name, value]) => (
        <div key={name} className="flex min-w-0 gap-2">
          <dt className="shrink-0 text-ink-3">{name}:</dt>
          <dd className="min-w-0 [overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
      <div className="flex min-w-0 gap-2">
        <dt className="shrink-0 text-ink-3">{t(($) => $.keys.created)}:</dt>
        <dd className="min-w-0 [overflow-wrap:anywhere]">
          <Moment at={createdAt} show="day" />
          {creator ? ` · ${creator}` : null}
        </dd>
      </div>
    </dl>
  )
}

function RotateForm({ shown: { id, name } }: { shown: ShownKey }) {
  const { t } = useTranslation()
  return (
    <Fold label={t(($) => $.keys.rotate.question)} name={t(($) => $.keys.rotate.of, { name })}>
      <p>{t(($) => $.keys.rotate.text)}</p>
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="do" value="rotate" />
        <input type="hidden" name="keyId" value={id} />
        <SelectField id={`overlap-${id}`} label={t(($) => $.keys.rotate.overlap)} name="overlapHours" defaultValue="24">
          {overlaps.map((hours) => (
            <option key={hours} value={hours}>
              {hours === 0 ? t(($) => $.keys.rotate.atOnce) : t(($) => $.keys.rotate.hours, { count: hours })}
            </option>
          ))}
        </SelectField>
        <Button type="submit" size="dense" variant="ink" className="justify-self-start">
          {t(($) => $.keys.rotate.submit)}
        </Button>
      </Form>
    </Fold>
  )
}

function RevokeForm({ shown: { id, name, lastUsedAt }, kind }: { shown: ShownKey; kind: KeyKind }) {
  const { t } = useTranslation()
  return (
    <Fold label={t(($) => $.keys.revoke.question)} name={t(($) => $.keys.revoke.of, { name })}>
      <p>{t(($) => $.keys[kind].breaks)}</p>
      <p className="font-[560]">
        {lastUsedAt === null ? (
          t(($) => $.keys.revoke.unused)
        ) : (
          <>
            {t(($) => $.keys.revoke.used)} <Moment at={lastUsedAt} show="day" />
          </>
        )}
      </p>
      <Form method="post">
        <input type="hidden" name="do" value="revoke" />
        <input type="hidden" name="keyId" value={id} />
        <Button type="submit" size="dense" variant="danger">
          {t(($) => $.keys.revoke.submit)}
        </Button>
      </Form>
    </Fold>
  )
}
