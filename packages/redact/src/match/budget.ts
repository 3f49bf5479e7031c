/** What the rules of one content may still spend. A rule that spends more leaves the rest of its line to `too-costly`. */
export interface Budget {
  /** Takes the price of a try at a position of the window. False, without taking it, if too little is left. */
  readonly spend: (rule: number, price: number, at: number) => boolean;
  /** The same for the characters that the automata of a keyword looked at. */
  readonly look: (steps: number, at: number) => boolean;
  /** Whether the line that goes on is masked to its end, so that nothing in it is looked for. */
  lineIsCostly: boolean;
  /** Subtracts from positions after the window moved. */
  readonly shift: (by: number) => void;
}

/** Characters that the tries of a rule may look at for each byte of content. */
const stepsPerByte = 200;

/** Characters that the automata may look at for each byte of content: fewer, because all rules share them. */
const looksPerByte = 40;

/** Characters that each may look at beyond that, so that a file can have many secrets in a row. */
const stepsInReserve = 400_000;

/** Creates the budget of a content. It depends on the content only: the same bytes are masked in the same way on a slow machine. */
export function createBudget(): Budget {
  // What each has left, less what the bytes before gave it: one number, because contents are many and most rules are never tried.
  const ofRules = new Map<number, number>();
  let ofAutomata = stepsInReserve;
  let moved = 0;
  return {
    lineIsCostly: false,
    spend(rule, price, at) {
      const given = (at + moved) * stepsPerByte;
      const left = leftAfter(price, ofRules.get(rule) ?? stepsInReserve, given);
      if (left < 0) return false;
      ofRules.set(rule, left - given);
      return true;
    },
    look(steps, at) {
      const given = (at + moved) * looksPerByte;
      const left = leftAfter(steps, ofAutomata, given);
      if (left < 0) return false;
      ofAutomata = left - given;
      return true;
    },
    shift(by) {
      moved += by;
    },
  };
}

/** What is left of an account after a price; negative if that is too high. `given` is what the bytes until now gave it. */
function leftAfter(price: number, account: number, given: number): number {
  return Math.min(stepsInReserve, account + given) - price;
}
