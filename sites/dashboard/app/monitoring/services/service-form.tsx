import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Card } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { HeldBy } from '../../forms/held-by.tsx'
import { MembersOnly } from '../../forms/members-only.tsx'
import { useMonitoring } from '../use-monitoring.ts'
import type { ServiceAnswer, ServiceChoices } from './change-service.server.ts'
import { ServiceFields } from './service-fields.tsx'
import { TriedResult } from './tried-result.tsx'
import { isProbedKind, type TypedService } from './typed-service.ts'

interface ServiceFormProps {
  typed: TypedService
  answer: ServiceAnswer | null
  choices: ServiceChoices
  /** Of a service that there is. */
  version?: number
  hasSecret?: boolean
  selfId?: string
  /** Names this one creation, so that a form sent twice creates one service. */
  intent?: string
}

/** The form of a service, with a test of what was typed before anything is saved. */
export function ServiceForm({ typed, answer, choices, version, intent, ...more }: ServiceFormProps) {
  const { t } = useTranslation()
  const { mayChange } = useMonitoring()
  const isSending = useIsSending()
  const problem = answer?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  const shown = answer?.typed ?? typed
  return (
    <>
      {answer?.tried ? <TriedResult tried={answer.tried} /> : null}
      <Card className="sm:p-6">
        <Form method="post" {...formProps}>
          <fieldset disabled={!mayChange} className="grid max-w-[40rem] min-w-0 gap-5">
            <MembersOnly />
            <HeldBy />
            <input type="hidden" name="kind" value={shown.kind} />
            {version === undefined ? null : <input type="hidden" name="version" value={version} />}
            {intent === undefined ? null : <input type="hidden" name="intent" value={intent} />}
            <ProblemAlert problem={problem} words={{ 'quota-exceeded': t(($) => $.monitoring.form.quota) }} />
            <ServiceFields typed={shown} problem={problem} errorOf={errorOf} choices={choices} {...more} />
            {mayChange ? (
              <div className="flex flex-wrap gap-3">
                <Button type="submit" name="do" value="save" variant="primary" aria-disabled={isSending}>
                  {version === undefined ? t(($) => $.monitoring.form.create) : t(($) => $.settings.save)}
                </Button>
                {isProbedKind(shown.kind) ? (
                  <Button type="submit" name="do" value="try" aria-disabled={isSending}>
                    {isSending ? t(($) => $.monitoring.form.trying) : t(($) => $.monitoring.form.try)}
                  </Button>
                ) : null}
              </div>
            ) : null}
          </fieldset>
        </Form>
      </Card>
    </>
  )
}
