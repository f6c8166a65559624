# Completes arena in bash: source <(arena completion bash)
_arena() {
	local cur=${COMP_WORDS[COMP_CWORD]} line found
	COMPREPLY=()
	[[ $cur != = ]] || cur=
	while IFS= read -r line; do
		case $line in
		:files) compopt -o filenames; mapfile -t found < <(compgen -f -- "$cur") ;;
		:folders) compopt -o filenames; mapfile -t found < <(compgen -d -- "$cur") ;;
		*) found=("$line") ;;
		esac
		COMPREPLY+=("${found[@]}")
	done < <("${COMP_WORDS[0]}" completion --of -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _arena arena
