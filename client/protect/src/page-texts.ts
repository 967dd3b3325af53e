/** What the pages for visitors say. */
export interface PageTexts {
  readonly challengeTitle: string
  readonly challengeText: string
  readonly goesOn: string
  readonly sendAgain: string
  readonly noScript: string
  readonly throttledTitle: string
  readonly throttledText: string
  readonly deniedTitle: string
  readonly deniedText: string
  readonly undecidedTitle: string
  readonly undecidedText: string
  readonly number: string
  /** Leads to where the visitor says so. */
  readonly blocked: string
  /** Of a field that the owner's own schema refuses. */
  readonly mismatch: string
}

export const pageTexts = {
  en: {
    challengeTitle: 'One moment',
    challengeText: 'This site checks that you are not a bot. Your browser does the work; there is nothing to solve.',
    goesOn: 'Done. The page opens.',
    sendAgain: 'Done. Go back and send the form again.',
    noScript: 'The check needs JavaScript. Turn it on and reload the page.',
    throttledTitle: 'Too many requests',
    throttledText: 'Wait a little, then reload the page.',
    deniedTitle: 'Access denied',
    deniedText: 'This request is not allowed. If that is a mistake, tell the site’s owner the number below.',
    undecidedTitle: 'Not available at the moment',
    undecidedText: 'This request cannot be checked at the moment. Try again in a few minutes.',
    number: 'Number:',
    blocked: 'I was blocked by mistake',
    mismatch: 'This doesn’t fit here. Please check it.',
  },
  de: {
    challengeTitle: 'Einen Moment',
    challengeText: 'Diese Website prüft, ob Sie kein Bot sind. Das erledigt Ihr Browser; zu lösen gibt es nichts.',
    goesOn: 'Fertig. Die Seite öffnet sich.',
    sendAgain: 'Fertig. Gehen Sie zurück und senden Sie das Formular noch einmal ab.',
    noScript: 'Die Prüfung braucht JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
    throttledTitle: 'Zu viele Anfragen',
    throttledText: 'Warten Sie etwas und laden Sie die Seite dann neu.',
    deniedTitle: 'Zugriff verweigert',
    deniedText:
      'Diese Anfrage ist nicht erlaubt. Ist das ein Irrtum, nennen Sie dem Betreiber der Website die Nummer unten.',
    undecidedTitle: 'Zurzeit nicht verfügbar',
    undecidedText: 'Diese Anfrage lässt sich zurzeit nicht prüfen. Versuchen Sie es in einigen Minuten noch einmal.',
    number: 'Nummer:',
    blocked: 'Ich wurde irrtümlich gesperrt',
    mismatch: 'Das passt hier nicht. Bitte prüfen Sie es.',
  },
  fr: {
    challengeTitle: 'Un instant',
    challengeText:
      'Ce site vérifie que vous n’êtes pas un robot. Votre navigateur s’en charge ; vous n’avez rien à résoudre.',
    goesOn: 'C’est fait. La page s’ouvre.',
    sendAgain: 'C’est fait. Revenez en arrière et envoyez de nouveau le formulaire.',
    noScript: 'La vérification a besoin de JavaScript. Activez-le, puis rechargez la page.',
    throttledTitle: 'Trop de requêtes',
    throttledText: 'Patientez un peu, puis rechargez la page.',
    deniedTitle: 'Accès refusé',
    deniedText:
      'Cette requête n’est pas autorisée. Si c’est une erreur, indiquez le numéro ci-dessous au responsable du site.',
    undecidedTitle: 'Indisponible pour le moment',
    undecidedText: 'Cette requête ne peut pas être vérifiée pour le moment. Réessayez dans quelques minutes.',
    number: 'Numéro :',
    blocked: 'J’ai été bloqué par erreur',
    mismatch: 'Cela ne convient pas ici. Vérifiez-le.',
  },
  es: {
    challengeTitle: 'Un momento',
    challengeText: 'Este sitio comprueba que no eres un bot. Lo hace tu navegador; no tienes que resolver nada.',
    goesOn: 'Listo. Se abre la página.',
    sendAgain: 'Listo. Vuelve atrás y envía de nuevo el formulario.',
    noScript: 'La comprobación necesita JavaScript. Actívalo y recarga la página.',
    throttledTitle: 'Demasiadas peticiones',
    throttledText: 'Espera un poco y recarga la página.',
    deniedTitle: 'Acceso denegado',
    deniedText: 'Esta petición no está permitida. Si es un error, indica el número de abajo al responsable del sitio.',
    undecidedTitle: 'No disponible por el momento',
    undecidedText: 'Ahora no se puede comprobar esta petición. Inténtalo de nuevo en unos minutos.',
    number: 'Número:',
    blocked: 'Me han bloqueado por error',
    mismatch: 'Esto no encaja aquí. Compruébalo.',
  },
  it: {
    challengeTitle: 'Un momento',
    challengeText: 'Questo sito verifica che tu non sia un bot. Ci pensa il tuo browser; non devi risolvere nulla.',
    goesOn: 'Fatto. La pagina si apre.',
    sendAgain: 'Fatto. Torna indietro e invia di nuovo il modulo.',
    noScript: 'La verifica richiede JavaScript. Attivalo e ricarica la pagina.',
    throttledTitle: 'Troppe richieste',
    throttledText: 'Aspetta un po’, poi ricarica la pagina.',
    deniedTitle: 'Accesso negato',
    deniedText:
      'Questa richiesta non è consentita. Se è un errore, comunica il numero qui sotto al responsabile del sito.',
    undecidedTitle: 'Al momento non disponibile',
    undecidedText: 'Al momento questa richiesta non può essere verificata. Riprova tra qualche minuto.',
    number: 'Numero:',
    blocked: 'Sono stato bloccato per errore',
    mismatch: 'Qui non va bene. Ricontrollalo.',
  },
} as const satisfies Record<string, PageTexts>

/** The language that `Accept-Language` names first of those that there are; English without one. */
export function languageOf(acceptLanguage: string | null): {
  readonly tag: keyof typeof pageTexts
  readonly texts: PageTexts
} {
  const wanted = (acceptLanguage ?? '')
    .slice(0, 500)
    .split(',')
    .map((one) => {
      const [range = '', ...parameters] = one.trim().toLowerCase().split(';')
      const quality = parameters
        .map((parameter) => /^\s*q=([\d.]+)$/u.exec(parameter)?.[1])
        .find((q) => q !== undefined)
      return { primary: range.split('-', 1)[0] ?? '', quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
  for (const { primary } of wanted) if (isKnown(primary)) return { tag: primary, texts: pageTexts[primary] }
  return { tag: 'en', texts: pageTexts.en }
}

function isKnown(tag: string): tag is keyof typeof pageTexts {
  return Object.hasOwn(pageTexts, tag)
}
