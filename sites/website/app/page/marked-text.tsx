import { Fragment } from 'react'

/** A text of the language files with `code` and **strong** words in it, marked as in Markdown. */
export function MarkedText({ text }: { text: string }) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/u).map((part, index) => {
    if (part.startsWith('`'))
      return (
        <code key={index} className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-[.9em] [overflow-wrap:anywhere]">
          {part.slice(1, -1)}
        </code>
      )
    if (part.startsWith('**'))
      return (
        <strong key={index} className="font-[580]">
          {part.slice(2, -2)}
        </strong>
      )
    return <Fragment key={index}>{part}</Fragment>
  })
}
