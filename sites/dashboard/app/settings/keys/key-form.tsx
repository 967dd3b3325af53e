import { apiKeyScopes } from '@bollard/contracts'
import { ProblemAlert, type ShownProblem, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Alert, Button, Card, CardHeader, Checkbox, FieldError, SelectField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { HeldBy } from '../../forms/held-by.tsx'
import { AdminsOnly } from '../admins-only.tsx'
import { useSettings } from '../use-settings.ts'
import type { KeyKind } from './change-keys.server.ts'
import { KeyFields, useKeyFaults } from './key-fields.tsx'
import type { LoadedKeys } from './load-keys.server.ts'
import type { TypedKey } from './typed-key.ts'

interface KeyFormProps {
  kind: KeyKind
  environments: LoadedKeys['environments']
  typed: TypedKey
  problem: ShownProblem | null
  intent: string
  mayCreate: boolean
  /** Came back from proving who they are, with what they had typed. */
  isBack: boolean
  max: number
}

/** The form of a new key; what its kind lacks is left out. */
export function KeyForm({ kind, environments, typed, problem, intent, mayCreate, isBack, max }: KeyFormProps) {
  const { t } = useTranslation()
  const { solution } = useSettings()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem)
  const faultOf = useKeyFaults(problem, errorOf)
  const scopesError = errorOf('scopes')
  return (
    <Card className="sm:p-6">
      <CardHeader title={t(($) => $.keys[kind].create)} />
      <Form method="post" {...formProps}>
        <fieldset disabled={!mayCreate} className="grid max-w-[34rem] min-w-0 gap-5">
          <AdminsOnly solution={solution} />
          <HeldBy />
          <input type="hidden" name="do" value="create" />
          <input type="hidden" name="intent" value={intent} />
          <ProblemAlert problem={problem} words={{ 'quota-exceeded': t(($) => $.keys.full, { max }) }} />
          {isBack && problem === null ? <Alert kind="info">{t(($) => $.settings.proven)}</Alert> : null}
          <KeyFields kind={kind} typed={typed} faultOf={faultOf} hasExpiry part="name" />
          {kind === 'api' ? (
            <fieldset className="grid min-w-0" aria-describedby={scopesError ? 'scopes-error' : undefined}>
              <legend className="text-sm font-[520]">{t(($) => $.keys.scopes)}</legend>
              {apiKeyScopes.map((scope) => (
                <Checkbox
                  key={scope}
                  name="scopes"
                  value={scope}
                  defaultChecked={typed.scopes.includes(scope)}
                  label={
                    <>
                      {t(($) => $.keys.scopeNames[scope])}:{' '}
                      <span className="text-ink-2">{t(($) => $.keys.scopeAbout[scope])}</span>
                    </>
                  }
                />
              ))}
              <FieldError id="scopes-error">{scopesError}</FieldError>
            </fieldset>
          ) : null}
          <SelectField
            id="environmentId"
            label={t(($) => $.keys.environment)}
            hint={kind === 'api' ? t(($) => $.keys.environmentHint) : undefined}
            error={faultOf('environmentId')}
            name="environmentId"
            defaultValue={typed.environmentId}
          >
            <option value="">{t(($) => $.keys.everyEnvironment)}</option>
            {environments.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
          <KeyFields kind={kind} typed={typed} faultOf={faultOf} hasExpiry part="limits" />
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            aria-disabled={isSending || !mayCreate}
          >
            {isSending ? t(($) => $.keys.submitting) : t(($) => $.keys.submit)}
          </Button>
        </fieldset>
      </Form>
    </Card>
  )
}
