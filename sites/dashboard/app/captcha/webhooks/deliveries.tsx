import { Moment, useFormats } from '@bollard/site-kit'
import type { WebhookDelivery } from '@bollard/contracts'
import { Button, Card, CardHeader, EmptyState, Pill } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { eventNames } from './typed-webhook.ts'
import { Fold } from '../../forms/fold.tsx'

const meanings = { PENDING: 'doubt', DELIVERED: 'human', FAILED: 'bot' } as const

/** The last messages with what was sent and answered. `mayChange` is whether one can be sent again. */
export function Deliveries({ deliveries, mayChange }: { deliveries: readonly WebhookDelivery[]; mayChange: boolean }) {
  const { t } = useTranslation()
  return (
    <Card padded={false} className="overflow-hidden">
      <CardHeader
        title={t(($) => $.webhooks.deliveries.title)}
        className="!mb-0 border-b border-line px-4 py-3.5 sm:px-5"
      />
      {deliveries.length === 0 ? (
        <EmptyState title={t(($) => $.webhooks.deliveries.none)}>
          {t(($) => $.webhooks.deliveries.noneAbout)}
        </EmptyState>
      ) : (
        <ol className="divide-y divide-line">
          {deliveries.map((delivery) => (
            <li key={delivery.id} className="grid min-w-0 gap-2 px-4 py-3.5 text-sm sm:px-5">
              <Summary delivery={delivery} />
              <Details delivery={delivery} mayChange={mayChange} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function Summary({ delivery }: { delivery: WebhookDelivery }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { type, status, httpStatus, error, attempts, durationMs, createdAt, lastTryAt, nextTryAt } = delivery
  const facts = [
    ...(attempts === 0 ? [] : [t(($) => $.webhooks.deliveries.attempts, { count: attempts })]),
    ...(httpStatus === null ? [] : [t(($) => $.webhooks.deliveries.http, { status: httpStatus })]),
    ...(durationMs === null ? [] : [t(($) => $.webhooks.deliveries.took, { ms: formats.whole(durationMs) })]),
  ]
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Pill meaning={meanings[status]}>{t(($) => $.webhooks.deliveries.statuses[status])}</Pill>
        <b className="font-[560]">{t(($) => $.webhooks.events[eventNames[type]])}</b>
        <span className="tabular text-ink-3">
          <Moment at={lastTryAt ?? createdAt} />
        </span>
        <span className="text-ink-2">{facts.join(' · ')}</span>
      </p>
      {error === null ? null : <p className="text-ink-2">{t(($) => $.webhooks.deliveries.errors[error])}</p>}
      {nextTryAt === null ? null : (
        <p className="text-ink-2">
          {t(($) => $.webhooks.deliveries.next)} <Moment at={nextTryAt} />
        </p>
      )}
    </div>
  )
}

function Details({ delivery, mayChange }: { delivery: WebhookDelivery; mayChange: boolean }) {
  const { t } = useTranslation()
  const { id, status, httpStatus, requestHeaders, requestBody, responseBody } = delivery
  const headers = Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`)
  return (
    <Fold
      variant="quiet"
      label={t(($) => $.webhooks.deliveries.details)}
      name={t(($) => $.webhooks.deliveries.detailsOf, { id })}
    >
      <Text title={t(($) => $.webhooks.deliveries.request)} text={`${headers.join('\n')}\n\n${pretty(requestBody)}`} />
      {responseBody === null || responseBody === '' ? (
        <p className="text-ink-2">
          {t(
            ($) =>
              $.webhooks.deliveries[
                responseBody === '' ? 'emptyResponse' : httpStatus === null ? 'noResponse' : 'privateResponse'
              ],
          )}
        </p>
      ) : (
        <Text title={t(($) => $.webhooks.deliveries.response)} text={responseBody} />
      )}
      {status === 'PENDING' ? (
        <p className="text-ink-2">{t(($) => $.webhooks.deliveries.stillTried)}</p>
      ) : (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="do" value="redeliver" />
          <input type="hidden" name="deliveryId" value={id} />
          <Button
            type="submit"
            size="dense"
            disabled={!mayChange}
            aria-label={t(($) => $.webhooks.deliveries.redeliverOf, { id })}
          >
            {t(($) => $.webhooks.deliveries.redeliver)}
          </Button>
        </Form>
      )}
    </Fold>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <figure className="grid w-full min-w-0 gap-1.5">
      <figcaption className="font-[520]">{title}</figcaption>
      <pre className="rounded-md border border-line bg-sunken px-3 py-2.5 font-mono text-xs [overflow-wrap:anywhere] whitespace-pre-wrap">
        {text}
      </pre>
    </figure>
  )
}

/** JSON in lines; anything else as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
