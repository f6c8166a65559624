// Package web shows matches and championships in a browser, as they are
// played and afterwards, and lets a person play against a bot.
//
// Reading is free to everybody who reaches the server. Whatever changes
// something - beginning a match, giving the cue, playing - wants the token
// ([Options.Token]), which a browser gets once, in the address that it is
// opened with, and keeps in a cookie that no other site can use. What a bot
// wrote to stderr is shown to its owner, who has a key made from the token and
// the bot's name ([Server.OwnerPath]), to who has the token, and to everybody
// where the options say so. Teams that hand in have tokens of their own, which
// package handin leaves to who takes the hand-ins.
//
// Nothing is fetched from elsewhere and nothing inline is run: the pages'
// content security policy holds the browser to that, so that no text of a bot
// can become a script.
//
// Pages are named by query parameters, not by path elements: names of folders,
// files and bots may hold anything.
package web
