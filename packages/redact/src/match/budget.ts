/** Limits the work of the rules on one content. If a rule has nothing left to spend, the rest of its line becomes `too-costly`. */
export interface Budget {
  /** Pays for a try of a rule at a position of the window. False, and nothing is paid, if too little is left. */
  readonly spend: (rule: number, price: number, at: number) => boolean;
  /** Pays for the characters that the automata of a keyword read. */
  readonly look: (steps: number, at: number) => boolean;
  /** True if the unfinished line is masked up to its end, so nothing in it needs to be found. */
  lineIsCostly: boolean;
  /** Subtracts from positions after the window moved. */
  readonly shift: (by: number) => void;
}

/** For each byte of content, a rule may look at this many characters. */
const stepsPerByte = 200;

/** For each byte of content, all automata together may look at this many characters. */
const looksPerByte = 40;

/** Each may look at this many more, so that a file can have many secrets in a row. */
const stepsInReserve = 400_000;

/** Creates the budget of a content. It counts work, not time, so a slow machine masks the same bytes. */
export function createBudget(): Budget {
  // Credit of each rule, less the credit from the bytes read so far. So one number is enough, and only for rules that were tried.
  // Created on first use, because most contents have no keyword.
  let ofRules: Map<number, number> | undefined;
  let ofAutomata = stepsInReserve;
  let moved = 0;
  return {
    lineIsCostly: false,
    spend(rule, price, at) {
      const given = (at + moved) * stepsPerByte;
      const left = leftAfter(price, ofRules?.get(rule) ?? stepsInReserve, given);
      if (left < 0) return false;
      ofRules ??= new Map();
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

/** Credit after paying a price; negative if there is too little. `given` is the credit from the bytes read so far. */
function leftAfter(price: number, account: number, given: number): number {
  return Math.min(stepsInReserve, account + given) - price;
}
