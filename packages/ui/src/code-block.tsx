import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { CopyButton, type CopyTexts } from './copy.tsx'

export interface CodeBlockProps {
  /** What is copied, and what is shown unless `html` has it highlighted. */
  code: string
  /** Highlighted lines, already safe HTML, one element per line with the class `line`. */
  html?: string
  /** Stands in the bar: a file name, a language, or tabs. */
  title?: ReactNode
  texts: CopyTexts
  className?: string
}

/** Code with line numbers and a copy button. Scrolls sideways by itself and can be reached by keyboard. */
export function CodeBlock({ code, html, title, texts, className }: CodeBlockProps) {
  return (
    <figure
      data-slot="code-block"
      className={classNames('overflow-hidden rounded-lg bg-code-ground text-code-ink', className)}
    >
      <figcaption className="flex min-h-12 items-center gap-2 border-b border-code-line px-3 py-1.5 text-sm text-code-muted">
        <span className="me-auto min-w-0">{title}</span>
        <CopyButton
          text={code}
          texts={texts}
          variant="quiet"
          className="!text-code-muted hover:!bg-code-line hover:!text-code-ink"
        />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <pre tabIndex={0} className="code-lines overflow-auto px-5 py-[18px] font-mono text-[.84rem] leading-[1.75]">
        {html ? (
          <code dangerouslySetInnerHTML={{ __html: html }} />
        ) : (
          <code>
            {code.split('\n').map((line, index) => (
              <CodeLine key={index} line={line} />
            ))}
          </code>
        )}
      </pre>
    </figure>
  )
}

function CodeLine({ line }: { line: string }) {
  return (
    <>
      <span className="line">{line}</span>
      {'\n'}
    </>
  )
}
