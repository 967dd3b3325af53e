import { PageHead } from '@bollard/site-kit'
import { ButtonLink } from '@bollard/ui'
import type { ReactNode } from 'react'
import { Questions, type QuestionTexts } from './questions.tsx'

export interface ProductPageTexts {
  pageTitle: string
  description: string
  kick: string
  title: string
  lead: string
  /** The one step that follows from having read the page. */
  next: { title: string; text: string; action: string }
}

interface ProductPageProps {
  texts: ProductPageTexts
  /** Address of the next step. */
  next: string
  /** Stands beside the opening words. */
  aside?: ReactNode
  children: ReactNode
  questions: QuestionTexts
}

/** The frame of a page about the product: opening words, its sections, questions, and one next step. */
export function ProductPage({ texts, next, aside, children, questions }: ProductPageProps) {
  return (
    <>
      <PageHead title={texts.pageTitle} description={texts.description} />
      <div className="mx-auto grid max-w-[1180px] items-center gap-x-16 gap-y-10 px-5 pt-10 pb-12 sm:px-8 lg:grid-cols-[1.15fr_.85fr] lg:pt-16">
        <div>
          <p className="mb-4 text-sm font-[560] text-ink-3">{texts.kick}</p>
          <h1 className="text-[2.25rem] font-[680] tracking-[-.035em] [overflow-wrap:anywhere] hyphens-auto sm:text-[3.25rem]">
            {texts.title}
          </h1>
          <p className="mt-6 max-w-[34em] text-[1.125rem] leading-[1.55] text-ink-2">{texts.lead}</p>
          <ButtonLink variant="primary" href={next} className="mt-8">
            {texts.next.action}
          </ButtonLink>
        </div>
        {aside}
      </div>
      {children}
      <Questions questions={questions} />
      <section className="border-t border-line bg-amber-wash">
        <div className="mx-auto flex max-w-[1180px] flex-wrap items-center gap-x-12 gap-y-6 px-5 py-12 sm:px-8">
          <div className="me-auto max-w-[38rem]">
            <h2 className="text-2xl">{texts.next.title}</h2>
            <p className="mt-3 text-ink-2">{texts.next.text}</p>
          </div>
          <ButtonLink variant="primary" href={next}>
            {texts.next.action}
          </ButtonLink>
        </div>
      </section>
    </>
  )
}
