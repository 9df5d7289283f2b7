/** Wordings by which a sentence says that it does not settle the matter. */
export const hedges: readonly RegExp[] = [
  /\b(?:probably|presumably|possibly|perhaps|maybe|likely|unlikely|apparently|seemingly|supposedly|allegedly|tentative(?:ly)?)\b/i,
  /\b(?:suspect(?:s|ed)?|assume[sd]?|guess(?:es|ed)?|seems?|appears to)\b/i,
  /\b(?:may|might|could) have (?:been|caused|had|led)\b/i,
  /\b(?:unclear|uncertain|unknown|unsure|unconfirmed|unverified|unproven|undecided|inconclusive|unexplained)\b/i,
  /\b(?:to be (?:confirmed|decided|determined|clarified|verified)|tb[cd]|todo|fixme)\b/i,
  /\b(?:not|never|n't|cannot|hardly)\b(?:\s+[\p{L}\p{N}'’-]+){0,6}?\s+(?:settled|certain|sure|clear|confirmed|proven|decided|explained|established|known|verified)\b/iu,
  /\b(?:still|remains?|is|are|stays?) (?:open|pending)\b|\b(?:open|pending):|\bwaiting for\b/i,
  /\b(?:wahrscheinlich|vermutlich|möglicherweise|vielleicht|unklar|ungeklärt|probablement|probablemente|probabilmente|waarschijnlijk)\b/iu,
]

/** Wordings that say what has to be done, and not that it was done. */
export const duties: readonly RegExp[] = [
  /\b(?:must|shall|should|ought to|ha(?:s|ve) to|needs? to|(?:is|are) to be|required to)\b/i,
  /\b(?:muss|müssen|soll|sollen|doit|doivent|debe|deben|deve|devono|moet|moeten)\b/iu,
]

/** Wordings by which a file says of itself that it is no finished record. */
export const reservations: readonly RegExp[] = [
  /\bfrom memory\b/i,
  /\bDRAFT\b|\(draft\b|^\W*draft\b|\bdraft \d/,
  /\b(?:state|status|version)\s*[:=]\s*draft\b/i,
  /\b(?:preliminary|provisional|unreviewed|unconfirmed|work in progress)\b/i,
  /\bnot (?:yet )?(?:signed|final|reviewed|approved|complete)\b/i,
  /\b(?:entwurf|vorläufig|brouillon|borrador|bozza)\b/iu,
]

/** Wordings by which the head of a file says in which zone its times are given. */
export const zoneNotes: readonly RegExp[] = [
  /\btimes?\b.*\b(?:utc|gmt|z|local|cest|cet|est|edt|pst|pdt|bst)\b/i,
  /\btime[ -]?zone\b/i,
]
