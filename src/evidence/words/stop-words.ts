/** English words that say nothing about what a question or a sentence is about. */
export const stopWords: ReadonlySet<string> = new Set(
  (
    'a about above according after again against all allow allowed allows also am an and any are ' +
    'as at be because been before being below between both but by can could did do does doing ' +
    'done during each either else ever every file files find first for from get give gives got had ' +
    'has have he her here him his how i if in into is it its last let long many may me might more ' +
    'most much must my name near never no nor not of off on once one only or other our out over ' +
    'per permit permits permitted please say saying says said shall she should show since so some ' +
    'state states stated still such tell than that the their them then there these they this those ' +
    'through to too under until up upon us use used uses using very was we were what when where ' +
    'whether which while who whom whose why will with within without would yes yet you your ' +
    'come comes came go goes went happen happened happens occur occurred occurs make made makes ' +
    'take taken takes took'
  ).split(' '),
)
