import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

export type Meaning = 'human' | 'doubt' | 'bot' | 'info' | 'neutral'

const looks: Record<Meaning, string> = {
  human: 'bg-human-wash text-human',
  doubt: 'bg-doubt-wash text-doubt',
  bot: 'bg-bot-wash text-bot',
  info: 'bg-info-wash text-info',
  neutral: 'bg-sunken text-ink-2',
}

/** A small word with a meaning. The word says it; the colour only repeats it. `mark` puts a post before it. */
export function Pill({
  meaning = 'neutral',
  mark = false,
  children,
}: {
  meaning?: Meaning
  mark?: boolean
  children: ReactNode
}) {
  return (
    <span
      data-slot="pill"
      className={classNames(
        'inline-flex h-6 items-center gap-1.5 rounded-post px-[.55rem] text-xs font-[560] whitespace-nowrap',
        looks[meaning],
      )}
    >
      {mark ? <span aria-hidden="true" className="h-[9px] w-1.5 rounded-post bg-current" /> : null}
      {children}
    </span>
  )
}

const postColours: Record<Meaning | 'series-human' | 'series-doubt' | 'series-bot', string> = {
  human: 'bg-human',
  doubt: 'bg-amber',
  bot: 'bg-bot',
  info: 'bg-info',
  neutral: 'bg-line-strong',
  'series-human': 'bg-series-human',
  'series-doubt': 'bg-series-doubt',
  'series-bot': 'bg-series-bot',
}

/** A legend mark in the shape of a post. */
export function PostMark({ colour }: { colour: keyof typeof postColours }) {
  return (
    <span
      aria-hidden="true"
      className={classNames('inline-block h-4 w-1.5 shrink-0 rounded-post', postColours[colour])}
    />
  )
}
