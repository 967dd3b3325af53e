import { monitoringKeyScopes, type Problem } from '@bollard/contracts'
import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button, Card, CardHeader, Checkbox, FieldError, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { HeldBy } from '../../forms/held-by.tsx'
import { noAccess, type TypedAccess } from './typed-access.ts'

interface AccessFormProps {
  what: TypedAccess['what']
  typed: TypedAccess | null
  problem: Problem | null
}

/** The form of a new key or of a new probe. */
export function AccessForm({ what, typed, problem }: AccessFormProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { errorOf, formProps } = useFieldErrors(problem)
  const words = t(($) => $.monitoring.access, { returnObjects: true })
  const { name, scopes, expiresOn, place, allowPrivate } = typed ?? noAccess(what)
  const scopesError = errorOf('scopes')
  return (
    <Card className="sm:p-6">
      <CardHeader title={words[what].new} />
      <Form method="post" preventScrollReset {...formProps}>
        <div className="grid max-w-[34rem] min-w-0 gap-5">
          <HeldBy />
          <input type="hidden" name="what" value={what} />
          <ProblemAlert problem={problem} words={{ 'quota-exceeded': words[what].full, 'in-use': words.placeTaken }} />
          <TextField
            id={`${what}-name`}
            name="name"
            label={words.name}
            required
            maxLength={80}
            autoComplete="off"
            defaultValue={name}
            error={errorOf('name')}
          />
          {what === 'key' ? (
            <>
              <fieldset className="min-w-0" aria-describedby={scopesError ? 'scopes-error' : undefined}>
                <legend className="text-sm font-[520]">{words.may}</legend>
                {monitoringKeyScopes.map((scope) => (
                  <Checkbox
                    key={scope}
                    name="scopes"
                    value={scope}
                    defaultChecked={scopes.includes(scope)}
                    label={words.scopes[scope]}
                  />
                ))}
                <FieldError id="scopes-error">{scopesError}</FieldError>
              </fieldset>
              <TextField
                id="expiresOn"
                name="expiresOn"
                type="date"
                label={words.expiresOn}
                aside={t(($) => $.settings.optional)}
                defaultValue={expiresOn}
                error={errorOf('expiresAt')}
              />
            </>
          ) : (
            <>
              <TextField
                id="place"
                name="place"
                label={words.place}
                hint={words.placeHint}
                required
                maxLength={60}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                defaultValue={place}
                error={errorOf('place')}
              />
              <Checkbox name="allowPrivate" label={words.allowPrivate} defaultChecked={allowPrivate} />
            </>
          )}
          <Button
            type="submit"
            name="do"
            value="create"
            variant="primary"
            className="justify-self-start"
            aria-disabled={isSending}
          >
            {words[what].create}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
