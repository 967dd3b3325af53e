import { ProblemAlert, useFieldErrors, useIsSending } from '@bollard/site-kit'
import { Button } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import { Form } from 'react-router'
import { Fold } from '../../forms/fold.tsx'
import type { KeyKind, KeysAnswer } from './change-keys.server.ts'
import { KeyFields, useKeyFaults } from './key-fields.tsx'
import type { ShownKey } from './load-keys.server.ts'
import type { TypedKey } from './typed-key.ts'

interface EditKeyProps {
  shown: ShownKey
  kind: KeyKind
  /** What was said of changing this key; null for nothing. */
  answer: KeysAnswer | null
}

/** The form of what can be changed of a key: never the key itself, nor what it may do. */
export function EditKey({ shown, kind, answer }: EditKeyProps) {
  const { t } = useTranslation()
  const isSending = useIsSending()
  const { id, name, version, expiresAt } = shown
  const problem = answer?.problem ?? null
  const { errorOf, formProps } = useFieldErrors(problem)
  const faultOf = useKeyFaults(problem, errorOf)
  const fields = { kind, typed: answer?.typed ?? typedOf(shown), faultOf, hasExpiry: kind === 'api', of: `-${id}` }
  return (
    <Fold label={t(($) => $.keys.edit.question)} name={t(($) => $.keys.edit.of, { name })} isOpen={problem !== null}>
      <Form method="post" className="grid w-full max-w-[34rem] gap-5" {...formProps}>
        <input type="hidden" name="do" value="update" />
        <input type="hidden" name="keyId" value={id} />
        <input type="hidden" name="version" value={version} />
        <input type="hidden" name="expiresAt" value={expiresAt ?? ''} />
        <ProblemAlert
          problem={problem}
          words={{ 'version-conflict': t(($) => $.keys.edit.conflict) }}
          errorOf={errorOf}
        />
        <KeyFields {...fields} part="name" />
        <KeyFields {...fields} part="limits" />
        <Button type="submit" size="dense" variant="ink" className="justify-self-start" aria-disabled={isSending}>
          {t(($) => $.settings.save)}
        </Button>
      </Form>
    </Fold>
  )
}

function typedOf({
  name,
  networks,
  origins = [],
  usesPerDay,
  expiresAt,
  scopes = [],
  environmentId,
}: ShownKey): TypedKey {
  return {
    name,
    scopes: [...scopes],
    environmentId: environmentId ?? '',
    networks: networks.join('\n'),
    origins: origins.join('\n'),
    usesPerDay: usesPerDay == null ? '' : String(usesPerDay),
    expiresOn: expiresAt?.slice(0, 10) ?? '',
  }
}
