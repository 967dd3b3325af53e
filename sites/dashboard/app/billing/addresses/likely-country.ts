/**
 * The country that a browser names first among its languages, such as GB in `en-GB,en;q=0.9`. Empty where it names none or one that
 * no invoice goes to: a country that nobody has chosen would decide about taxes.
 */
export function likelyCountry(request: Request, countries: readonly { code: string }[]): string {
  const first = request.headers.get('accept-language')?.split(',', 1)[0] ?? ''
  const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})(?:;|$)/iu.exec(first.trim())?.[1]?.toUpperCase()
  return countries.find(({ code }) => code === region)?.code ?? ''
}
