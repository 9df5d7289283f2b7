/** Verbs whose past is another word: the base form, then its other forms. */
export const irregularVerbs: readonly (readonly string[])[] = (
  'become became|begin began begun|bind bound|break broke broken|bring brought|build built|' +
  'buy bought|catch caught|choose chose chosen|deal dealt|draw drew drawn|drive drove driven|' +
  'fall fell fallen|feel felt|find found|fly flew flown|forbid forbade forbidden|' +
  'forget forgot forgotten|freeze froze frozen|give gave given|grow grew grown|hear heard|' +
  'hide hid hidden|hold held|keep kept|know knew known|lead led|leave left|lend lent|lose lost|' +
  'mean meant|meet met|pay paid|ring rang rung|rise rose risen|run ran|see saw seen|sell sold|' +
  'send sent|shake shook shaken|shrink shrank shrunk|sink sank sunk|speak spoke spoken|' +
  'spend spent|stand stood|steal stole stolen|stick stuck|strike struck|swear swore sworn|' +
  'teach taught|tell told|think thought|throw threw thrown|understand understood|wake woke woken|' +
  'wear wore worn|win won|write wrote written'
)
  .split('|')
  .map((forms) => forms.split(' '))
