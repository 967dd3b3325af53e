import { useSite } from '@bollard/site-kit'
import { apiOf, load, requireId } from '@bollard/site-kit/server'
import { Moment } from '@bollard/site-kit'
import { Card, CardHeader, Pill, SelectField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { ChangeForm } from '../frame/change-form.tsx'
import { ChangeModeHint } from '../frame/change-mode-banner.tsx'
import { Facts } from '../frame/list-table.tsx'
import { Page, PageTitle } from '../frame/page.tsx'
import { given, runIntent } from '../frame/run-intent.server.ts'
import { NoRows } from '../frame/stacked-table.tsx'
import { useMoney } from '../frame/use-money.ts'
import { useMayChange } from '../frame/use-operator.ts'
import type { Route } from './+types/click.ts'
import { ConversionActionField } from './conversion-action-field.tsx'
import { sendable, sendAll } from './sendable.ts'

const reasons = ['DUPLICATE', 'TEST', 'FRAUD', 'NO_CONSENT', 'TOO_OLD', 'OTHER'] as const

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const advertisingTokenId = requireId(context, request, params.clickId)
  return { click: await load(context, request, apiOf(context, request).getAdvertisingToken({ advertisingTokenId })) }
}

export function action({ request, context, params }: Route.ActionArgs) {
  const advertisingTokenId = requireId(context, request, params.clickId)
  return runIntent(
    { request, context },
    {
      reject: (api, fields) =>
        api.rejectConversion({
          advertisingTokenId,
          conversionId: fields('id'),
          advertisingRejectDto: {
            reason: reasons.find((one) => one === fields('reason')) ?? 'OTHER',
            ...given('comment', fields('comment')),
          },
        }),
      send: async (api, fields) => {
        const click = await api.getAdvertisingToken({ advertisingTokenId })
        const wanted = sendable([click]).filter(({ conversionId }) => conversionId === fields('id'))
        await sendAll(wanted, fields('action'), (send) => api.sendConversion(send))
      },
    },
  )
}

/** One click: what its visitor agreed to, and each conversion with what can be done about it. */
export default function Click({ loaderData: { click }, actionData: answer }: Route.ComponentProps) {
  const { t } = useTranslation()
  const { language } = useSite()
  const money = useMoney()
  const mayChange = useMayChange()
  const ready = new Set(sendable([click]).map(({ conversionId }) => conversionId))
  return (
    <Page
      title={t(($) => $.advertising.click)}
      crumbs={[{ label: t(($) => $.advertising.title), to: `/${language}/advertising` }]}
    >
      <PageTitle title={t(($) => $.advertising.click)} subtitle={click.id} />
      <div className="grid gap-4">
        <Card>
          <Facts
            facts={[
              [t(($) => $.advertising.clickId), click.gclid],
              [t(($) => $.advertising.landing), click.landingPath],
              [t(($) => $.advertising.locale), click.locale],
              [t(($) => $.solutions.created), <Moment key="at" at={click.createdAt} />],
              [
                t(($) => $.advertising.consent),
                click.consent?.adUserData ? <Moment key="consent" at={click.consent.at} /> : t(($) => $.advertising.no),
              ],
            ]}
          />
        </Card>
        {mayChange ? null : <ChangeModeHint />}
        {click.conversions.length === 0 ? <NoRows title={t(($) => $.advertising.noConversions)} /> : null}
        {click.conversions.map(({ conversionId, kind, state, reason, value, attempts, occurredAt, sentAt }) => (
          <Card key={conversionId}>
            <CardHeader title={t(($) => $.advertising.kinds[kind])}>
              <Pill meaning={state === 'SENT' || state === 'CONFIRMED' ? 'human' : 'neutral'}>
                {t(($) => $.advertising.states[state])}
              </Pill>
            </CardHeader>
            <Facts
              facts={[
                [t(($) => $.advertising.value), value && money(value)],
                [t(($) => $.solutions.created), <Moment key="occurred" at={occurredAt} />],
                [t(($) => $.billing.tries), attempts],
                [t(($) => $.advertising.errorCode), reason],
                [t(($) => $.advertising.sentAt), sentAt && <Moment key="sent" at={sentAt} />],
              ]}
            />
            <div className="mt-4 grid gap-4 lg:grid-cols-2">
              {ready.has(conversionId) ? (
                <ChangeForm
                  intent="send"
                  values={{ id: conversionId }}
                  submit={t(($) => $.advertising.send)}
                  answer={answer}
                >
                  {(errorOf) => <ConversionActionField error={errorOf('conversionActionId')} />}
                </ChangeForm>
              ) : null}
              {['SENT', 'CONFIRMED', 'REJECTED', 'SENDING'].includes(state) ? null : (
                <ChangeForm
                  intent="reject"
                  values={{ id: conversionId }}
                  submit={t(($) => $.advertising.reject)}
                  answer={answer}
                >
                  {(errorOf) => (
                    <>
                      <SelectField label={t(($) => $.billing.reason)} name="reason" error={errorOf('reason')}>
                        {reasons.map((one) => (
                          <option key={one} value={one}>
                            {t(($) => $.advertising.rejections[one])}
                          </option>
                        ))}
                      </SelectField>
                      <TextField
                        label={t(($) => $.advertising.comment)}
                        name="comment"
                        maxLength={500}
                        error={errorOf('comment')}
                      />
                    </>
                  )}
                </ChangeForm>
              )}
            </div>
          </Card>
        ))}
      </div>
    </Page>
  )
}
