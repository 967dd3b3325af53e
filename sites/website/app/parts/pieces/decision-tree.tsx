import { createContext, type ReactNode, use, useId } from 'react'
import { useTranslation } from 'react-i18next'

/** Answers to one question close each other. */
const GroupName = createContext('')

/** A question of a decision tree; its answers are `Answer`s. The tree is the nesting of elements, and needs no script. */
export function Ask({ text, hint, children }: { text: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <p className="font-[600]">{text}</p>
      {hint === undefined ? null : <p className="max-w-[40em] text-sm text-ink-2">{hint}</p>}
      <GroupName value={useId()}>{children}</GroupName>
    </div>
  )
}

/** A question with two answers. */
export function YesOrNo({ text, hint, yes, no }: { text: string; hint?: string; yes: ReactNode; no: ReactNode }) {
  const { t } = useTranslation()
  return (
    <Ask text={text} hint={hint}>
      <Answer text={t(($) => $.parts.decisionTree.yes)}>{yes}</Answer>
      <Answer text={t(($) => $.parts.decisionTree.no)}>{no}</Answer>
    </Ask>
  )
}

/** What the reader answers; it opens the next question, or the result. */
export function Answer({ text, children }: { text: string; children: ReactNode }) {
  return (
    <details name={use(GroupName)} className="group/answer rounded-md border border-line open:border-line-strong">
      <summary className="flex min-h-11 items-center gap-2.5 rounded-md px-4 py-2 font-[520] hover:bg-sunken">
        <span aria-hidden="true" className="h-4 w-1.5 rounded-post bg-line-strong group-open/answer:bg-amber" />
        {text}
      </summary>
      <div className="px-4 pt-2 pb-4">{children}</div>
    </details>
  )
}

/** Where a way through the tree ends. */
export function Outcome({ title, text, law }: { title: string; text: string; law?: string }) {
  return (
    <div className="grid gap-1.5 rounded-md bg-info-wash px-4 py-3">
      <p className="font-[600]">{title}</p>
      <p className="max-w-[42em]">{text}</p>
      {law === undefined ? null : <p className="text-sm text-ink-2">{law}</p>}
    </div>
  )
}
