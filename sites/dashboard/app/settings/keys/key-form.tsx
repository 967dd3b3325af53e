import { apiKeyScopes } from '@bollard/contracts'
import { ProblemAlert, type ShownProblem, useFieldErrors, useIsSending } from '@bollard/site-kit'
import {
  Alert,
  Button,
  Card,
  CardHeader,
  Checkbox,
  FieldError,
  SelectField,
  TextAreaField,
  TextField,
} from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { HeldBy } from '../../forms/held-by.tsx'
import { AdminsOnly } from '../admins-only.tsx'
import { useSettings } from '../use-settings.ts'
import type { KeyKind } from './change-keys.server.ts'
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
  const faults: Readonly<Record<string, string>> = t(($) => $.keys.faults, { returnObjects: true })
  const faultOf = (name: string) => {
    const code = problem?.errors?.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`))?.code
    return errorOf(name) === undefined ? undefined : (faults[code ?? ''] ?? errorOf(name))
  }
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
          <TextField
            id="name"
            label={t(($) => $.keys.name)}
            hint={t(($) => $.keys.nameHint)}
            error={errorOf('name')}
            name="name"
            required
            maxLength={80}
            autoComplete="off"
            defaultValue={typed.name}
          />
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
          {kind === 'bypass' ? (
            <TextAreaField
              id="origins"
              label={t(($) => $.keys.origins)}
              aside={t(($) => $.settings.optional)}
              hint={t(($) => $.keys.originsHint)}
              error={errorOf('origins')}
              name="origins"
              rows={2}
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={typed.origins}
            />
          ) : null}
          <TextAreaField
            id="networks"
            label={t(($) => $.keys.networks)}
            aside={t(($) => $.settings.optional)}
            hint={t(($) => $.keys.networksHint)}
            error={faultOf('networks')}
            name="networks"
            rows={2}
            autoCapitalize="none"
            spellCheck={false}
            placeholder="192.0.2.0/24"
            defaultValue={typed.networks}
          />
          {kind === 'bypass' ? (
            <TextField
              id="usesPerDay"
              label={t(($) => $.keys.usesPerDay)}
              aside={t(($) => $.settings.optional)}
              error={errorOf('usesPerDay')}
              name="usesPerDay"
              type="number"
              min={1}
              max={1_000_000}
              defaultValue={typed.usesPerDay}
            />
          ) : null}
          <TextField
            id="expiresOn"
            label={t(($) => $.keys.expiresOn)}
            aside={kind === 'api' ? t(($) => $.settings.optional) : undefined}
            hint={t(($) => $.keys[kind].expiresHint)}
            error={faultOf('expiresAt') ?? errorOf('expiresOn')}
            name="expiresOn"
            type="date"
            required={kind === 'bypass'}
            defaultValue={typed.expiresOn}
          />
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
