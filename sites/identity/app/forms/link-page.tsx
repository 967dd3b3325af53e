import { TokenPage, type TokenPageProps } from './token-page.tsx'

interface LinkPageProps extends Pick<TokenPageProps, 'texts'> {
  loaderData: { token: string }
  actionData?: { done: object | null; problem: TokenPageProps['problem'] } | undefined
  params: { language: string }
  /** Page of this site, without the language, that it leads to once it is done. */
  doneTo: string
  /** The same for a link that no longer works. */
  deadTo: string
}

/** A page with one button that redeems the link of a mail, made of what `tokenOfLink` and `redeemLink` answer. */
export function LinkPage({ loaderData, actionData, params, texts, doneTo, deadTo }: LinkPageProps) {
  return (
    <TokenPage
      token={loaderData.token}
      problem={actionData?.problem}
      done={Boolean(actionData?.done)}
      texts={texts}
      doneTo={`/${params.language}/${doneTo}`}
      deadTo={`/${params.language}/${deadTo}`}
    />
  )
}
