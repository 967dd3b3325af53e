import type { ApiKey } from '@bollard/contracts'
import { Moment, ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader, Pill, SelectField, TextField } from '@bollard/ui'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from '../../../forms/fold.tsx'
import { useSections } from '../../../sections/use-sections.ts'
import type { KeyAnswer } from './change-keys.server.ts'
import { NewKey } from './new-key.tsx'
import { overlapHours } from './overlap-hours.ts'

interface SecretKeysCardProps {
  keys: readonly ApiKey[]
  /** How many active keys the plan allows over all environments, and how many count; null without a limit. */
  room: { max: number; used: number } | null
  answer: KeyAnswer | null
  intent: string
}

/** The keys with which servers verify tokens of an environment: several at a time, so that one can take another's place without a gap. */
export function SecretKeysCard({ keys, room, answer, intent }: SecretKeysCardProps) {
  const { t } = useTranslation()
  const { mayChange } = useSections()
  const [active, ended] = [
    keys.filter(({ state }) => state === 'ACTIVE'),
    keys.filter(({ state }) => state !== 'ACTIVE'),
  ]
  return (
    <Card id="keys" className="grid scroll-mt-20 gap-4 sm:p-6">
      <div>
        <CardHeader className="!mb-1" title={t(($) => $.captchaSettings.keys.title)} />
        <p className="max-w-[44rem] text-sm text-ink-2">{t(($) => $.captchaSettings.keys.about)}</p>
      </div>
      {answer?.problem === null && answer.did !== 'revokeKey' ? <NewKey secretKey={answer.secretKey} /> : null}
      {answer && answer.problem !== null && answer.did !== 'createKey' ? (
        <ProblemAlert
          problem={answer.problem}
          words={{ 'version-conflict': t(($) => $.captchaSettings.keys.replacedAlready) }}
        />
      ) : null}
      {active.length === 0 ? <p className="text-sm">{t(($) => $.captchaSettings.keys.none)}</p> : null}
      <KeyList keys={active} all={keys} />
      {ended.length === 0 ? null : (
        <Fold label={t(($) => $.captchaSettings.keys.ended, { count: ended.length })} variant="quiet">
          <KeyList keys={ended} all={keys} />
        </Fold>
      )}
      {mayChange ? <KeyNew answer={answer} room={room} intent={intent} /> : null}
    </Card>
  )
}

function KeyList({ keys, all }: { keys: readonly ApiKey[]; all: readonly ApiKey[] }) {
  if (keys.length === 0) return null
  return (
    <ul className="grid w-full divide-y divide-line rounded-md border border-line">
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} successor={all.find(({ id }) => id === key.replacedBy) ?? null} />
      ))}
    </ul>
  )
}

function KeyRow({ apiKey, successor }: { apiKey: ApiKey; successor: ApiKey | null }) {
  const { t } = useTranslation()
  const { mayChange } = useSections()
  const { name, prefix, last4, state, createdAt, lastUsedAt, expiresAt, environmentId, replacedBy, networks } = apiKey
  return (
    <li className="grid gap-2 px-4 py-3.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-[560] [overflow-wrap:anywhere]">{name}</span>
        <code className="text-ink-2">
          {prefix}…{last4}
        </code>
        {state === 'ACTIVE' ? null : <Pill>{t(($) => $.captchaSettings.keys.states[state])}</Pill>}
        {environmentId === null ? <Pill meaning="info">{t(($) => $.captchaSettings.keys.everywhere)}</Pill> : null}
        {replacedBy !== null && state === 'ACTIVE' ? (
          <Pill meaning="doubt">{t(($) => $.captchaSettings.keys.replaced, { last4: successor?.last4 ?? '…' })}</Pill>
        ) : null}
      </div>
      <p className="flex flex-wrap gap-x-4 gap-y-0.5 text-xs text-ink-3">
        <span>
          {t(($) => $.captchaSettings.keys.created)} <Moment at={createdAt} show="day" />
        </span>
        <span>
          {lastUsedAt === null ? (
            t(($) => $.captchaSettings.keys.neverUsed)
          ) : (
            <>
              {t(($) => $.captchaSettings.keys.lastUsed)} <Moment at={lastUsedAt} />
            </>
          )}
        </span>
        {expiresAt === null || state === 'REVOKED' ? null : (
          <span>
            {t(($) => $.captchaSettings.keys.until)} <Moment at={expiresAt} />
          </span>
        )}
        {networks.length === 0 ? null : (
          <span>{t(($) => $.captchaSettings.keys.onlyFrom, { networks: networks.join(', ') })}</span>
        )}
      </p>
      {mayChange && state === 'ACTIVE' ? (
        <div className="flex flex-wrap gap-2">
          {replacedBy === null ? <Rotation apiKey={apiKey} /> : null}
          <Revocation apiKey={apiKey} />
        </div>
      ) : null}
    </li>
  )
}

/** A form that does one thing to one key. */
function KeyForm({ apiKey, children }: { apiKey: ApiKey; children: ReactNode }) {
  return (
    <Form method="post" preventScrollReset className="grid max-w-[34rem] justify-items-start gap-3">
      <input type="hidden" name="apiKeyId" value={apiKey.id} />
      {children}
    </Form>
  )
}

function Rotation({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { last4 } = apiKey
  return (
    <Fold
      label={t(($) => $.captchaSettings.keys.rotate)}
      name={t(($) => $.captchaSettings.keys.rotateNamed, { last4 })}
    >
      <KeyForm apiKey={apiKey}>
        <p>{t(($) => $.captchaSettings.keys.rotateAbout)}</p>
        <SelectField name="overlapHours" label={t(($) => $.captchaSettings.keys.overlap, { last4 })} defaultValue={24}>
          {overlapHours.map((hours) => (
            <option key={hours} value={hours}>
              {hours === 0
                ? t(($) => $.captchaSettings.keys.atOnce)
                : t(($) => $.captchaSettings.keys.hours, { count: hours })}
            </option>
          ))}
        </SelectField>
        <Button type="submit" name="do" value="rotateKey" size="dense" variant="primary" aria-disabled={isSending}>
          {isSending ? t(($) => $.secretKey.submitting) : t(($) => $.captchaSettings.keys.rotateNow)}
        </Button>
      </KeyForm>
    </Fold>
  )
}

function Revocation({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { last4, lastUsedAt } = apiKey
  return (
    <Fold
      label={t(($) => $.captchaSettings.keys.revoke)}
      name={t(($) => $.captchaSettings.keys.revokeNamed, { last4 })}
    >
      <KeyForm apiKey={apiKey}>
        <p>{t(($) => $.captchaSettings.keys.revokeAbout, { last4 })}</p>
        <p>
          {lastUsedAt === null ? (
            t(($) => $.captchaSettings.keys.neverUsedYet)
          ) : (
            <>
              {t(($) => $.captchaSettings.keys.stillUsed)} <Moment at={lastUsedAt} />
            </>
          )}
        </p>
        <Button type="submit" name="do" value="revokeKey" size="dense" variant="danger" aria-disabled={isSending}>
          {t(($) => $.captchaSettings.keys.revokeNow)}
        </Button>
      </KeyForm>
    </Fold>
  )
}

function KeyNew({ answer, room, intent }: Pick<SecretKeysCardProps, 'answer' | 'room' | 'intent'>) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const problem = answer?.did === 'createKey' ? answer.problem : null
  const { errorOf, formProps } = useFieldErrors(problem)
  const isFull = room !== null && room.used >= room.max
  return (
    <Fold label={t(($) => $.captchaSettings.keys.create)} isOpen={problem !== null}>
      <Form
        method="post"
        preventScrollReset
        // Empty again once a key was created.
        key={intent}
        className="grid max-w-[34rem] justify-items-start gap-3"
        {...formProps}
      >
        <input type="hidden" name="intent" value={intent} />
        <ProblemAlert problem={problem} />
        {isFull ? <p>{t(($) => $.captchaSettings.keys.full, { count: room.max })}</p> : null}
        <TextField
          id="keyName"
          name="keyName"
          label={t(($) => $.captchaSettings.environments.name)}
          hint={t(($) => $.captchaSettings.keys.nameHint)}
          error={errorOf('keyName') ?? errorOf('name')}
          required
          maxLength={80}
          autoComplete="off"
          disabled={isFull}
          defaultValue={answer?.name ?? ''}
        />
        <Button
          type="submit"
          name="do"
          value="createKey"
          size="dense"
          variant="primary"
          aria-disabled={isSending}
          disabled={isFull}
        >
          {t(($) => $.captchaSettings.keys.createNow)}
        </Button>
      </Form>
    </Fold>
  )
}
