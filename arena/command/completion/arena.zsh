#compdef arena
# Completes arena in zsh: source <(arena completion zsh), after compinit
_arena() {
	local line
	local -a found
	for line in ${(f)"$(${words[1]} completion --of -- "${(@)words[2,CURRENT]}" 2>/dev/null)"}; do
		case $line in
		:files) _files ;;
		:folders) _files -/ ;;
		*) found+=("$line") ;;
		esac
	done
	(( ! $#found )) || compadd -a found
}
if [[ $funcstack[1] == _arena ]]; then
	_arena "$@"
else
	compdef _arena arena
fi
