import type { ContentsEntry } from '@bollard/content'
import type { Language } from '@bollard/i18n'
import { PageHead } from '@bollard/site-kit'
import { ContentsAside } from '@bollard/site-kit/reading'
import type { ReactNode } from 'react'
import { type Crumb, Breadcrumbs } from '../page/breadcrumbs.tsx'
import { OtherLanguage } from './other-language.tsx'

interface TextPageProps {
  title: string
  description: string
  /** Without the language. */
  path: string
  above: Crumb
  languages: readonly Language[]
  /** The language of the text where the page's own lacks it: then the page only leads there. */
  writtenIn: Language | null
  contents: readonly ContentsEntry[]
  children: ReactNode
}

/** The page of an article or a legal text: where it is, the text, and its headings beside it. */
export function TextPage({ title, description, path, above, languages, writtenIn, contents, children }: TextPageProps) {
  return (
    <div className="flex gap-10 py-8">
      <PageHead
        title={`${title} · Bollard`}
        description={description}
        hidden={writtenIn !== null}
        languages={languages}
      />
      <div className="min-w-0 flex-1 xl:max-w-[46rem]">
        <Breadcrumbs above={[above]} name={title} />
        {writtenIn === null ? children : <OtherLanguage title={title} writtenIn={writtenIn} path={path} />}
      </div>
      {writtenIn === null ? <ContentsAside contents={contents} /> : null}
    </div>
  )
}

/** The title of a text. */
export function TextTitle({ children }: { children: string }) {
  return <h1 className="text-[2rem] leading-[1.12] sm:text-[2.4rem]">{children}</h1>
}
