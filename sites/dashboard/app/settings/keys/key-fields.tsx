import type { ShownProblem } from '@bollard/site-kit'
import { TextAreaField, TextField } from '@bollard/ui'
import { useTranslation } from 'react-i18next'
import type { KeyKind } from './change-keys.server.ts'
import type { TypedKey } from './typed-key.ts'

interface KeyFieldsProps {
  kind: KeyKind
  typed: TypedKey
  faultOf: (name: string) => string | undefined
  /** Its name, or where it works and how long. */
  part: 'name' | 'limits'
  /** Left out where the end of a key stays as it is. */
  hasExpiry: boolean
  /** Tells the fields of several keys apart. */
  of?: string
}

/** What a key is called and how it is limited: for a new one, and for one that is changed. */
export function KeyFields({ kind, typed, faultOf, part, hasExpiry, of = '' }: KeyFieldsProps) {
  const { t } = useTranslation()
  const plain = { autoCapitalize: 'none', spellCheck: false, rows: 2 }
  if (part === 'name')
    return (
      <TextField
        id={`name${of}`}
        label={t(($) => $.keys.name)}
        hint={t(($) => $.keys.nameHint)}
        error={faultOf('name')}
        name="name"
        required
        maxLength={80}
        autoComplete="off"
        defaultValue={typed.name}
      />
    )
  return (
    <>
      {kind === 'bypass' ? (
        <TextAreaField
          {...plain}
          id={`origins${of}`}
          label={t(($) => $.keys.origins)}
          aside={t(($) => $.settings.optional)}
          hint={t(($) => $.keys.originsHint)}
          error={faultOf('origins')}
          name="origins"
          defaultValue={typed.origins}
        />
      ) : null}
      <TextAreaField
        {...plain}
        id={`networks${of}`}
        label={t(($) => $.keys.networks)}
        aside={t(($) => $.settings.optional)}
        hint={t(($) => $.keys.networksHint)}
        error={faultOf('networks')}
        name="networks"
        placeholder="192.0.2.0/24"
        defaultValue={typed.networks}
      />
      {kind === 'bypass' ? (
        <TextField
          id={`usesPerDay${of}`}
          label={t(($) => $.keys.usesPerDay)}
          aside={t(($) => $.settings.optional)}
          error={faultOf('usesPerDay')}
          name="usesPerDay"
          type="number"
          min={1}
          max={1_000_000}
          defaultValue={typed.usesPerDay}
        />
      ) : null}
      {hasExpiry ? (
        <TextField
          id={`expiresOn${of}`}
          label={t(($) => $.keys.expiresOn)}
          aside={kind === 'api' ? t(($) => $.settings.optional) : undefined}
          hint={t(($) => $.keys[kind].expiresHint)}
          error={faultOf('expiresAt') ?? faultOf('expiresOn')}
          name="expiresOn"
          type="date"
          required={kind === 'bypass'}
          defaultValue={typed.expiresOn}
        />
      ) : null}
    </>
  )
}

/** What is wrong with a field of a key, in the words of keys where there are some. */
export function useKeyFaults(
  problem: ShownProblem | null,
  errorOf: (name: string) => string | undefined,
): (name: string) => string | undefined {
  const { t } = useTranslation()
  const faults: Readonly<Record<string, string>> = t(($) => $.keys.faults, { returnObjects: true })
  return (name) => {
    const code = problem?.errors?.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`))?.code
    return errorOf(name) === undefined ? undefined : (faults[code ?? ''] ?? errorOf(name))
  }
}
