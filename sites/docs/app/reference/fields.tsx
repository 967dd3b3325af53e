import type { Field, Shape } from '@bollard/api-reference'
import { useSite } from '@bollard/site-kit'
import { useTranslation } from 'react-i18next'

/** More than so many fields inside a field are closed until somebody opens them. */
const openMax = 6
/** An enumeration with more values than this is closed, too. */
const valuesMax = 12

/** What a body or an answer holds: its fields, or what it is if it has none. */
export function ShapeFields({ shape, isAnswer = false }: { shape: Shape; isAnswer?: boolean }) {
  if (shape.fields.length === 0 && shape.variants.length === 0) return <p className="text-ink-2">{factsOf(shape)}</p>
  return (
    <div className="grid gap-4">
      {shape.fields.length > 0 ? <Fields fields={shape.fields} isAnswer={isAnswer} /> : null}
      <Variants shape={shape} depth={0} isAnswer={isAnswer} />
    </div>
  )
}

/** A list of fields; those inside a field stand below it. What is sent says which are required, an answer which may be missing. */
export function Fields({
  fields,
  depth = 0,
  isAnswer = false,
}: {
  fields: readonly (Field & { place?: string })[]
  depth?: number
  isAnswer?: boolean
}) {
  const { t } = useTranslation()
  const { language } = useSite()
  return (
    <ul className={depth === 0 ? 'divide-y divide-line border-y border-line' : 'divide-y divide-line'}>
      {fields.map((field) => (
        <li key={`${field.place ?? ''} ${field.name}`} className="py-2.5">
          <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
            <code className="font-[600] break-all">{field.name}</code>
            <span className="text-sm text-ink-2">{field.type}</span>
            {field.place === undefined ? null : <span className="text-xs text-ink-3">{field.place}</span>}
            {field.required === isAnswer ? null : (
              <span lang={language} className={isAnswer ? 'text-xs text-ink-3' : 'text-xs font-[560] text-doubt'}>
                {isAnswer ? t(($) => $.reference.optional) : t(($) => $.reference.required)}
              </span>
            )}
          </div>
          {field.description === undefined ? null : <p className="mt-1 max-w-[44rem] text-sm">{field.description}</p>}
          {field.facts.length > 0 ? (
            <p className="mt-0.5 text-sm [overflow-wrap:anywhere] text-ink-2">{field.facts.join(' · ')}</p>
          ) : null}
          <Values values={field.values} />
          <Inner shape={field} depth={depth} isAnswer={isAnswer} />
        </li>
      ))}
    </ul>
  )
}

function Values({ values }: { values: readonly string[] }) {
  const { t } = useTranslation()
  const { language } = useSite()
  if (values.length === 0) return null
  const list = (
    <span className="flex flex-wrap gap-1.5">
      {values.map((value) => (
        <code key={value} className="rounded-sm bg-sunken px-1.5 text-[.8rem]">
          {value}
        </code>
      ))}
    </span>
  )
  if (values.length <= valuesMax) return <div className="mt-1">{list}</div>
  return (
    <details className="mt-1">
      <summary lang={language} className="cursor-pointer py-1 text-sm text-ink-2 touch:min-h-11">
        {t(($) => $.reference.values, { count: values.length })}
      </summary>
      {list}
    </details>
  )
}

function Inner({ shape, depth, isAnswer }: { shape: Shape; depth: number; isAnswer: boolean }) {
  const { t } = useTranslation()
  const { language } = useSite()
  const { fields } = shape
  if (fields.length === 0) return <Variants shape={shape} depth={depth} isAnswer={isAnswer} />
  return (
    <details open={fields.length <= openMax && depth < 2} className="mt-1.5 border-s-2 border-line ps-3.5">
      <summary lang={language} className="cursor-pointer py-1 text-sm text-ink-2 touch:min-h-11">
        {t(($) => $.reference.fields, { count: fields.length })}
      </summary>
      <Fields fields={fields} depth={depth + 1} isAnswer={isAnswer} />
    </details>
  )
}

function Variants({ shape, depth, isAnswer }: { shape: Shape; depth: number; isAnswer: boolean }) {
  const { t } = useTranslation()
  const { language } = useSite()
  if (shape.variants.length === 0) return null
  return (
    <div className="mt-1.5 grid gap-1 border-s-2 border-line ps-3.5">
      <p lang={language} className="py-1 text-sm text-ink-2">
        {t(($) => $.reference.variants)}
      </p>
      {shape.variants.map((variant) => (
        <details key={variant.label}>
          <summary className="cursor-pointer py-1 touch:min-h-11">
            <code className="text-[.84rem]">{variant.label}</code>
          </summary>
          <div className="ps-3.5">
            <Fields fields={variant.fields} depth={depth + 1} isAnswer={isAnswer} />
          </div>
        </details>
      ))}
    </div>
  )
}

function factsOf({ type, facts }: Shape): string {
  return [type, ...facts].join(' · ')
}
