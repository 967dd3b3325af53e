/**
 * Words that people build passwords from, in lower case and at least three letters long. Short on purpose: a password
 * must be nearly nothing but these to be refused.
 */
export const commonWords: readonly string[] = `
password passwort passwd pass kennwort geheim secret login admin administrator root user guest default master system server
welcome willkommen hallo hello letmein iloveyou ichliebedich loveyou love liebe lover trustno changeme change test testing demo temp
qwerty qwertz asdf football fussball baseball basketball hockey soccer dragon monkey shadow sunshine princess prinzessin superman
batman spiderman pokemon starwars matrix ninja samurai jordan michael michelle jessica ashley daniel thomas andreas christian
charlie george hunter ranger buster killer jennifer robert summer winter spring autumn sommer herbst fruehling frühling
monday friday sunday montag freitag sonntag january august oktober october november december dezember
computer internet google facebook apple samsung microsoft windows linux iphone flower cheese chocolate schokolade cookie banana
orange silver golden diamond freedom freiheit forever angel baby sweet honey schatz schatzi liebling mausi hase katze hund
tiger eagle falcon phoenix thunder lightning maverick mustang ferrari porsche mercedes yamaha harley corvette
berlin hamburg muenchen münchen london paris england germany deutschland america canada australia
please bitte access private public company business office money family familie mother father mama papa
the and for you are not with this that my your one two three four five six seven eight nine ten
`
  .trim()
  .split(/\s+/u)
