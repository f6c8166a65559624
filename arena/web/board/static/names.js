// What games, roles and reasons are called, in every language: what stands
// between the first and the last brace is JSON, which the pages read too.

export const names = {
  "en": {
    "game.catchcat": "Catch the Cat", "game.papersoccer": "Paper Soccer", "game.goldhunter": "Gold Hunter",
    "role.catcher": "catcher", "role.cat": "cat", "role.red": "red", "role.blue": "blue", "role.team0": "team 0",
    "role.team1": "team 1", "reason.escaped": "escaped", "reason.caught": "caught", "reason.goal": "goal",
    "reason.own-goal": "own goal", "reason.stuck": "no way on", "reason.invalid": "invalid answer",
    "reason.invalid-move": "invalid move", "reason.invalid-end-point": "stopped too early", "reason.timeout": "too late",
    "reason.crash": "crashed", "reason.violation": "tried what is forbidden", "reason.did-not-start": "did not start",
    "reason.closed-output": "closed its output", "reason.line-too-long": "line too long", "reason.memory": "too much memory",
    "reason.gold": "more gold", "reason.deaths": "fewer dead", "reason.bullets": "fewer bullets", "reason.draw": "draw",
    "reason.void": "void"
  },
  "pt": {
    "game.catchcat": "Pegue o gato", "game.papersoccer": "Futebol de papel", "game.goldhunter": "Caça ao ouro",
    "role.catcher": "pegador", "role.cat": "gato", "role.red": "vermelho", "role.blue": "azul", "role.team0": "equipe 0",
    "role.team1": "equipe 1", "reason.escaped": "escapou", "reason.caught": "cercado", "reason.goal": "gol",
    "reason.own-goal": "gol contra", "reason.stuck": "sem saída", "reason.invalid": "resposta inválida",
    "reason.invalid-move": "jogada inválida", "reason.invalid-end-point": "parou cedo demais",
    "reason.timeout": "passou do tempo", "reason.crash": "quebrou", "reason.violation": "tentou o que é proibido",
    "reason.did-not-start": "não iniciou", "reason.closed-output": "fechou a saída", "reason.line-too-long": "linha longa demais",
    "reason.memory": "memória demais", "reason.gold": "mais ouro", "reason.deaths": "menos mortos",
    "reason.bullets": "menos tiros", "reason.draw": "empate", "reason.void": "anulada"
  },
  "fa": {
    "game.catchcat": "گربه را بگیر", "game.papersoccer": "فوتبال کاغذی", "game.goldhunter": "شکار طلا", "role.catcher": "گیرنده",
    "role.cat": "گربه", "role.red": "قرمز", "role.blue": "آبی", "role.team0": "تیم ۰", "role.team1": "تیم ۱",
    "reason.escaped": "فرار کرد", "reason.caught": "گرفتار شد", "reason.goal": "گل", "reason.own-goal": "گل به خودی",
    "reason.stuck": "راهی نماند", "reason.invalid": "پاسخ نامعتبر", "reason.invalid-move": "حرکت نامعتبر",
    "reason.invalid-end-point": "زود ایستاد", "reason.timeout": "دیر پاسخ داد", "reason.crash": "از کار افتاد",
    "reason.violation": "کار ممنوع", "reason.did-not-start": "شروع نشد", "reason.closed-output": "خروجی را بست",
    "reason.line-too-long": "خط بیش از حد بلند", "reason.memory": "حافظهٔ بیش از حد", "reason.gold": "طلای بیشتر",
    "reason.deaths": "کشتهٔ کمتر", "reason.bullets": "تیر کمتر", "reason.draw": "مساوی", "reason.void": "باطل"
  }
};
